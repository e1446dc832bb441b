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
    /// Where a `+` may stand is for the caller to check. Stops when a part is too long, so that megabytes cost nothing.
    static func split(
        _ text: String, from origin: DialString.Origin
    ) throws(TelephonyError) -> (address: String, postDial: String) {
        var address = ""
        var postDial = ""
        for given in text.unicodeScalars where !isSeparator(given) {
            guard max(address.utf8.count, postDial.utf8.count) <= DialString.maximumLength else { break }
            let scalar = origin == .typed ? plain(given) : given
            if scalar == "," || scalar == ";" || (isTone(scalar) && !postDial.isEmpty) {
                postDial.unicodeScalars.append(scalar)
            } else {
                guard postDial.isEmpty, isTone(scalar) || (scalar == "+" && mayPrecedePlus(address.utf8.last)) else {
                    throw refusal(of: given)
                }
                address.unicodeScalars.append(scalar)
            }
        }
        return (address, postDial)
    }

    private static func mayPrecedePlus(_ byte: UInt8?) -> Bool { byte == nil || byte == star || byte == hash }

    /// Visual separators of RFC 3966 §5.1.1, the space, the no-break space and the slash.
    static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "\u{A0}", "-", ".", "(", ")", "/": true
        default: false
        }
    }

    private static func isTone(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && isTone(UInt8(truncatingIfNeeded: scalar.value))
    }

    /// The ASCII character that a person means who types on a keyboard of another script; itself for all others.
    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case _ where scalar.isASCII: return scalar
        case "\u{FF0B}": return "+"
        case "\u{FF0A}": return "*"
        case "\u{FF03}": return "#"
        default:
            guard scalar.properties.generalCategory == .decimalNumber,
                let digit = (UInt8(0)...9).first(where: { Double($0) == scalar.properties.numericValue })
            else { return scalar }
            return Unicode.Scalar(UInt8(ascii: "0") + digit)
        }
    }

    /// Names the code point and not the character: it may be invisible or a control character.
    static func refusal(of scalar: Unicode.Scalar) -> TelephonyError {
        let hexadecimal = String(scalar.value, radix: 16, uppercase: true)
        let code = String(repeating: "0", count: max(0, 4 - hexadecimal.count)) + hexadecimal
        return TelephonyError(
            .numberInvalid,
            "the number has a character (U+\(code)) that cannot be dialed there; use 0-9, *, # and a leading +")
    }
}
