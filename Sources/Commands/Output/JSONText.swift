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
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
