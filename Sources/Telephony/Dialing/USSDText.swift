// SPDX-License-Identifier: Apache-2.0

/// What may go to the network in a USSD session, and what is let in of what it says (3GPP TS 23.038, 24.090).
package enum USSDText {
    /// The longest text of a message: 160 octets of seven-bit characters.
    package static let maximumLength = 182
    /// Unicode scalars of a network's text that are kept; more than any network can send.
    package static let maximumReplyLength = 1_024

    /// Checks a code: 1 to 182 of `0-9 * # +`. Throws `numberEmpty`, `numberTooLong` or `numberInvalid`.
    package static func check(code: String) throws(TelephonyError) {
        if code.isEmpty { throw TelephonyError(.numberEmpty, "there is no code to run; enter one") }
        if code.utf8.count > maximumLength {
            throw TelephonyError(.numberTooLong, "the code is longer than \(maximumLength) characters; shorten it")
        }
        let allowed = "0123456789*#+".utf8
        if !code.utf8.allSatisfy(allowed.contains) {
            throw TelephonyError(.numberInvalid, "a code has only digits, *, # and +; correct it")
        }
    }

    /// Checks an answer: 1 to 182 characters, none of which could end the modem's command line.
    /// Throws `invalidArgument`.
    package static func check(answer: String) throws(TelephonyError) {
        guard (1...maximumLength).contains(answer.unicodeScalars.count) else {
            throw TelephonyError(.invalidArgument, "an answer has 1 to \(maximumLength) characters; correct it")
        }
        let isSafe = answer.unicodeScalars.allSatisfy { $0 != "\"" && !$0.isControl }
        if !isSafe {
            throw TelephonyError(.invalidArgument, "an answer has no quotes and no line ends; correct it")
        }
    }

    /// A network's text as it is passed on: bounded, and without control characters but the line feed.
    package static func reply(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(maximumReplyLength) {
            kept.append(scalar.isControl && scalar != "\n" ? "\u{FFFD}" : scalar)
        }
        return String(kept)
    }
}

extension Unicode.Scalar {
    /// C0, DEL and C1, and the separators that end a line for some readers.
    fileprivate var isControl: Bool {
        value < 0x20 || (0x7F...0x9F).contains(value) || value == 0x2028 || value == 0x2029
    }
}
