// SPDX-License-Identifier: Apache-2.0

/// What a person or an app asked to dial, parsed: nothing outside `0-9 * # +` ever gets past this type.
///
/// Visual separators are removed; everything else that is not dialable refuses the whole text, because a number
/// with a character taken out is another subscriber's number. The modem gets `address` as it stands.
package struct DialString: Hashable, Sendable {
    /// What the address asks for (3GPP TS 22.030).
    package enum Kind: Hashable, Sendable {
        case number
        /// A string for the network, not for a subscriber: it ends in `#`.
        case networkCode
    }

    /// 1 to `maximumLength` characters of `0-9 * # +`, `+` at the start alone.
    package let address: String
    /// What follows once it is connected: tones, `,` a pause of two seconds, `;` a wait for the person. May be empty.
    package let postDial: String
    package let kind: Kind

    /// The longest address and the longest post-dial part, in characters (3GPP TS 22.030 and the modem daemons: 80).
    package static let maximumLength = 80

    /// The longest text, separators included, in UTF-8 bytes: it is kept as it was given.
    package static let maximumTextLength = 512

    /// Parses text from a person or an API call.
    ///
    /// - Throws: `TelephonyError` with `numberEmpty`, `numberTooLong` or `numberInvalid`.
    package init(parsing text: String) throws(TelephonyError) {
        guard text.utf8.count <= Self.maximumTextLength else {
            throw TelephonyError(
                .numberTooLong, "the number is longer than \(Self.maximumTextLength) bytes; shorten it")
        }
        let (address, postDial) = try Self.split(text)
        guard !address.isEmpty else {
            throw TelephonyError(.numberEmpty, "there is no number to dial; give one like +15550100")
        }
        guard address.count <= Self.maximumLength, postDial.count <= Self.maximumLength else {
            throw TelephonyError(
                .numberTooLong, "the number is longer than \(Self.maximumLength) characters; shorten it")
        }
        guard address.contains(where: { $0 != "+" }) else {
            throw TelephonyError(.numberInvalid, "a + alone is not a number; add the digits")
        }
        self.address = address
        self.postDial = postDial
        kind = address.last == "#" ? .networkCode : .number
    }

    /// Sorts the characters into the two parts, or refuses the text.
    private static func split(_ text: String) throws(TelephonyError) -> (address: String, postDial: String) {
        var address = ""
        var postDial = ""
        for scalar in text.unicodeScalars where !isSeparator(scalar) {
            guard address.utf8.count <= maximumLength, postDial.utf8.count <= maximumLength else { break }
            if !postDial.isEmpty || scalar == "," || scalar == ";" {
                guard isTone(scalar) || scalar == "," || scalar == ";" else { throw refusal(of: scalar) }
                postDial.unicodeScalars.append(scalar)
            } else {
                guard isTone(scalar) || (scalar == "+" && address.isEmpty) else { throw refusal(of: scalar) }
                address.unicodeScalars.append(scalar)
            }
        }
        return (address, postDial)
    }

    /// Visual separators of RFC 3966 §5.1.1, the space, the no-break space and the slash.
    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "\u{A0}", "-", ".", "(", ")", "/": true
        default: false
        }
    }

    private static func isTone(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "0"..."9", "*", "#": true
        default: false
        }
    }

    /// Names the code point and not the character: it may be invisible or a control character.
    private static func refusal(of scalar: Unicode.Scalar) -> TelephonyError {
        let hexadecimal = String(scalar.value, radix: 16, uppercase: true)
        let code = String(repeating: "0", count: max(0, 4 - hexadecimal.count)) + hexadecimal
        return TelephonyError(
            .numberInvalid,
            "the number has a character (U+\(code)) that cannot be dialed; use 0-9, *, # and a leading +")
    }
}
