// SPDX-License-Identifier: Apache-2.0

/// Percent-decoding of RFC 3986 §2.1, strict.
enum PercentEncoding {
    /// Decodes one part of a link, once.
    ///
    /// - Throws: `TelephonyError` with `numberInvalid` for an escape that is not one, for bytes that are not UTF-8, and
    ///   for a control character, escaped or not.
    static func decode(_ bytes: ArraySlice<UInt8>) throws(TelephonyError) -> String {
        var decoded: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(value), let low = rest.popFirst().flatMap(value) else {
                throw TelephonyError(.numberInvalid, "the link has a % without two hexadecimal digits; correct it")
            }
            decoded.append(high << 4 | low)
        }
        guard let text = String(validating: decoded, as: UTF8.self) else {
            throw TelephonyError(.numberInvalid, "the link's escapes are not text in UTF-8; correct them")
        }
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw TelephonyError(.numberInvalid, "the link has a control character, which no number has; take it out")
        }
        return text
    }

    private static func value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension UInt8 {
    static let colon = UInt8(ascii: ":")
    static let semicolon = UInt8(ascii: ";")
    static let comma = UInt8(ascii: ",")
    static let equals = UInt8(ascii: "=")
}
