// SPDX-License-Identifier: Apache-2.0

/// A message that came, as far as a hostile caller looks at it.
struct RawAnswer: Sendable {
    /// What kind of message it is; nil: an unknown one.
    var kind: RawMessage.Kind?
    /// The serial of the message that it answers.
    var replySerial: UInt32?
    /// The object; "" when the message names none.
    var path = ""
    /// The method or signal; "" when the message names none.
    var member = ""
    /// Of an error.
    var errorName = ""
    /// The types of the body.
    var signature = ""
    /// The body as it came.
    var body: [UInt8] = []

    /// Parses one message; nil for what is none.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 16 else { return nil }
        kind = RawMessage.Kind(rawValue: bytes[1])
        let end = 16 + Int(Self.number(bytes, 12))
        var position = 16
        while position < end {
            position = (position + 7) / 8 * 8
            guard position + 4 <= end else { break }
            let code = bytes[position]
            let type = bytes[position + 2]
            position += 4
            if type == UInt8(ascii: "u") {
                if code == 5 { replySerial = Self.number(bytes, position) }
                position += 4
            } else if type == UInt8(ascii: "g") {
                let count = Int(bytes[position])
                signature = String(decoding: bytes[position + 1..<position + 1 + count], as: UTF8.self)
                position += 2 + count
            } else {
                let count = Int(Self.number(bytes, position))
                set(code, String(decoding: bytes[position + 4..<position + 4 + count], as: UTF8.self))
                position += 5 + count
            }
        }
        body = Array(bytes[((end + 7) / 8 * 8)...])
    }

    private mutating func set(_ code: UInt8, _ text: String) {
        switch code {
        case 1: path = text
        case 3: member = text
        case 4: errorName = text
        default: break
        }
    }

    /// The body's bytes as text, to look for words in.
    var text: String { String(decoding: body, as: UTF8.self) }

    /// The object path that a method answered with.
    var answeredPath: String? {
        guard kind == .answer, signature == "o", body.count > 4 else { return nil }
        return String(decoding: body[4...].prefix { $0 != 0 }, as: UTF8.self)
    }

    static func number(_ bytes: [UInt8], _ position: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[position + $1]) << (8 * UInt32($1)) }
    }
}
