// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// JSON as this program prints it: keys in alphabetical order, dates ISO 8601 in UTC, durations in seconds.
enum JSONText {
    /// One document over several lines.
    static func document(_ value: some Encodable) throws -> String {
        try text(value, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    }

    /// One line.
    static func line(_ value: some Encodable) throws -> String {
        try text(value, [.sortedKeys, .withoutEscapingSlashes])
    }

    private static func text(_ value: some Encodable, _ format: JSONEncoder.OutputFormatting) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = format
        encoder.dateEncodingStrategy = .iso8601
        return escaped(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// The same document without what a terminal would obey or turn: JSON lets most of it stand, but for the ASCII part.
    /// Outside of strings there is none of it, but for the ends of lines.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            guard !scalar.isHarmless, scalar != "\n" else { return result.unicodeScalars.append(scalar) }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }
}
