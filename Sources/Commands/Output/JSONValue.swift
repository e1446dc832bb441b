// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// A value of the JSON that this program prints. An object has each of its keys always; what is not known is null.
enum JSONValue: Encodable, Hashable, Sendable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case date(Date)
    case list([JSONValue])
    case object([String: JSONValue])

    /// The text; null for "", where the bus means none by it.
    static func known(_ text: String?) -> JSONValue { text.map { $0.isEmpty ? .null : .text($0) } ?? .null }

    static func texts(_ texts: [String]) -> JSONValue { .list(texts.map(JSONValue.text)) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .flag(let flag): try container.encode(flag)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .date(let date): try container.encode(date)
        case .list(let values): try container.encode(values)
        case .object(let values): try container.encode(values)
        }
    }
}

/// What this program prints as JSON.
protocol PrintedAsJSON {
    var json: JSONValue { get }
}
