// SPDX-License-Identifier: Apache-2.0
package import Telephony

/// What may be put behind ATD: checked here again, for ModemManager checks nothing and would send on a second command.
package enum DialDigits {
    /// The longest dial string a modem is given.
    package static let maximumLength = 80

    /// Throws `numberEmpty`, `numberTooLong` or `numberInvalid`.
    package static func check(_ digits: String) throws(TelephonyError) {
        let bytes = Array(digits.utf8)
        if bytes.isEmpty { throw TelephonyError(.numberEmpty, "there is no number to dial; enter one") }
        if bytes.count > maximumLength {
            throw TelephonyError(
                .numberTooLong, "the number is longer than \(maximumLength) characters; shorten it")
        }
        // The number of `#31#+15550100` begins behind its caller-ID prefix.
        let start = bytes.count - CallerIdentityPrefix.split(digits).body.utf8.count
        let isValid = bytes.enumerated().allSatisfy { index, byte in
            (48...57).contains(byte) || byte == UInt8(ascii: "*") || byte == UInt8(ascii: "#")
                || (byte == UInt8(ascii: "+") && (index == 0 || index == start))
        }
        if !isValid {
            throw TelephonyError(
                .numberInvalid, "a number to dial has only digits, * and #, and + in front; correct it")
        }
    }
}
