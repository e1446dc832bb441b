// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Telephony

extension HistoryExpression.Literal {
    /// A value that a predicate captured. Throws `Unlowerable` for a type that no column has.
    init(captured value: Any) throws {
        self =
            switch value {
            case let value as Bool: .boolean(value)
            case let value as Int: .integer(Int64(value))
            case let value as Double: try Self.finite(value)
            case let value as String: try Self.sendable(value)
            case let value as Date: try Self.finite(value.timeIntervalSinceReferenceDate)
            case let value as UUID: .text(value.uuidString)
            case let value as Handle.Kind: .integer(Int64(value.telephony.rawValue))
            case let value as ConversationHistoryManager.RecentConversation.Status: .text(value.telephony.rawValue)
            case let value as ConversationHistoryManager.RecentConversation.Direction: .text(value.telephony.rawValue)
            default: throw Unlowerable("a value of type \(type(of: value))")
            }
    }

    /// JSON has no infinity, and SQL no NaN.
    private static func finite(_ value: Double) throws -> Self {
        guard value.isFinite else { throw Unlowerable("a number that is not finite") }
        return .real(value)
    }

    /// D-Bus takes no text with Unicode's noncharacters; NUL is escaped on the way.
    private static func sendable(_ value: String) throws -> Self {
        guard !value.unicodeScalars.contains(where: \.properties.isNoncharacterCodePoint) else {
            throw Unlowerable("text with a noncharacter")
        }
        return .text(value)
    }
}
