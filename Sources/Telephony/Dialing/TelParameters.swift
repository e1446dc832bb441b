// SPDX-License-Identifier: Apache-2.0

/// The parameters behind a number in a link (RFC 3966 §3).
///
/// Any order is taken, for order matters to comparing links alone; a name given twice is refused, for the two may differ.
/// Parameters we do not know change nothing in what is dialed (§5.4), but must have the form of one.
struct TelParameters {
    /// Post-dial characters from `ext` and `postd`.
    private(set) var postDial = ""
    private(set) var subaddress: String?
    private(set) var context: PhoneContext?

    init(_ segments: [ArraySlice<UInt8>]) throws(TelephonyError) {
        var values: [String: String] = [:]
        for segment in segments {
            let (name, value) = try Self.parse(segment)
            guard values.updateValue(value, forKey: name) == nil else {
                throw TelephonyError(.numberInvalid, "the link gives a parameter twice; give each once")
            }
        }
        context = try values["phone-context"].map { text throws(TelephonyError) in try PhoneContext(parsing: text) }
        subaddress = values["isub"]
        if let digits = values["ext"] { postDial += try Self.tones(ofExtension: digits) }
        if let tones = values["postd"] { postDial += try Self.tones(ofPostDial: tones) }
        guard subaddress?.isEmpty != true else { throw Self.malformed }
    }

    /// Takes `name` or `name=value` apart; the value is decoded, the name is lower-case.
    private static func parse(_ segment: ArraySlice<UInt8>) throws(TelephonyError) -> (name: String, value: String) {
        let name = segment.prefix { $0 != .equals }
        let value = segment.dropFirst(name.count + 1)
        guard name.first.map(isAlpha) == true, name.allSatisfy(isNameCharacter), value.allSatisfy(isValueCharacter),
            name.count == segment.count || !value.isEmpty
        else { throw malformed }
        return (String(decoding: name, as: UTF8.self).lowercased(), try PercentEncoding.decode(value))
    }

    /// A pause and the extension's digits.
    private static func tones(ofExtension text: String) throws(TelephonyError) -> String {
        let digits = text.unicodeScalars.filter { !DialCharacters.isSeparator($0) }
        guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) else {
            throw TelephonyError(.numberInvalid, "the link's extension is not a number; it has digits alone")
        }
        return "," + String(digits)
    }

    /// `postd` of RFC 2806, whose `p` is a pause and `w` a wait.
    private static func tones(ofPostDial text: String) throws(TelephonyError) -> String {
        var tones = ""
        for scalar in text.unicodeScalars where !DialCharacters.isSeparator(scalar) {
            switch scalar {
            case "p", "P", ",": tones += ","
            case "w", "W", ";": tones += ";"
            case "0"..."9", "*", "#": tones.unicodeScalars.append(scalar)
            default: throw DialCharacters.refusal(of: scalar)
            }
        }
        guard let first = tones.first else { throw malformed }
        return first == "," || first == ";" ? tones : "," + tones
    }

    private static let malformed = TelephonyError(
        .numberInvalid, "the link has a parameter that is not of the form ;name=value; correct it")

    static func isAlpha(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

    /// `pname`; one that begins with a digit is refused, for it may be tones that would be lost.
    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        isAlpha(byte) || DialCharacters.isDigit(byte) || byte == UInt8(ascii: "-")
    }

    /// `pvalue`, and what else `isub` may have (`uric`); no control character, space or byte beyond ASCII.
    private static func isValueCharacter(_ byte: UInt8) -> Bool {
        isAlpha(byte) || DialCharacters.isDigit(byte) || "%-_.!~*'()[]/:&+$,@=".utf8.contains(byte)
    }
}
