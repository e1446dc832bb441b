// SPDX-License-Identifier: Apache-2.0

/// Which characters are dialed, which only make a number readable, and which refuse it.
enum DialCharacters {
    static let star = UInt8(ascii: "*")
    static let hash = UInt8(ascii: "#")
    static let plus = UInt8(ascii: "+")

    static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
    static func isTone(_ byte: UInt8) -> Bool { isDigit(byte) || byte == star || byte == hash }

    /// Sorts the characters into the address and the post-dial part, or refuses the text.
    ///
    /// Where a `+` may stand is for the caller to check.
    static func split(
        _ text: String, from origin: DialString.Origin
    ) throws(TelephonyError) -> (address: String, postDial: String) {
        let given = text.unicodeScalars.compactMap { Character($0, from: origin) }
        var address = ""
        var postDial = ""
        for character in try BracketedTrunkPrefix.removed(from: given) {
            let scalar = character.meant
            if isDash(scalar), postDial.isEmpty, !address.utf8.contains(where: isDigit) { throw dashInFront }
            if isSeparator(scalar) { continue }
            if scalar == "," || scalar == ";" || (isTone(scalar) && !postDial.isEmpty) {
                postDial.unicodeScalars.append(scalar)
            } else {
                guard postDial.isEmpty, isTone(scalar) || (scalar == "+" && mayPrecedePlus(address.utf8.last)) else {
                    throw refusal(of: character.given)
                }
                address.unicodeScalars.append(scalar)
            }
        }
        return (address, postDial)
    }

    /// A character of the text, and the one it stands for.
    struct Character {
        let given: Unicode.Scalar
        let meant: Unicode.Scalar

        /// nil for one that stands for nothing.
        init?(_ given: Unicode.Scalar, from origin: DialString.Origin) {
            guard let meant = origin == .typed ? TypedCharacters.meant(by: given) : given else { return nil }
            self.given = given
            self.meant = meant
        }
    }

    private static func mayPrecedePlus(_ byte: UInt8?) -> Bool { byte == nil || byte == star || byte == hash }

    /// Visual separators of RFC 3966 §5.1.1, the space, the no-break space and the slash.
    static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "\u{A0}", "-", ".", "(", ")", "/": true
        default: false
        }
    }

    private static func isDash(_ scalar: Unicode.Scalar) -> Bool { scalar == "-" }

    /// Many call logs have -1 for a caller they do not know.
    private static let dashInFront = TelephonyError(
        .numberInvalid, "a number does not begin with a dash; give one like +15550100")

    private static func isTone(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && isTone(UInt8(truncatingIfNeeded: scalar.value))
    }

    /// Names the code point unless it is a visible one of ASCII: others may be invisible, or look like what they are not.
    static func refusal(of scalar: Unicode.Scalar) -> TelephonyError {
        if let letter = scalar.properties.isAlphabetic && scalar.isASCII ? scalar : nil {
            return TelephonyError(
                .numberInvalid, "the number has the letter \(letter); give the digit that is on its key instead")
        }
        return TelephonyError(
            .numberInvalid,
            "the number has a character (\(name(of: scalar))) that cannot be dialed there; use 0-9, *, # and a leading +"
        )
    }

    private static func name(of scalar: Unicode.Scalar) -> String {
        if (0x21...0x7E).contains(scalar.value) { return String(scalar) }
        let hexadecimal = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - hexadecimal.count)) + hexadecimal
    }
}
