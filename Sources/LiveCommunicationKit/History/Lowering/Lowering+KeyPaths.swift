// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Telephony

extension PredicateExpressions.KeyPath: LowerableExpression {
    func lowered(in scope: LoweringScope) throws -> Operand {
        switch try scope.operand(root) {
        case .row: try rowField
        case .handle: .expression(.handleField(try handleField))
        case .handles: .expression(try collectionProperty(count: .handleCount))
        case .constant(let value): .constant(try property(of: value))
        case .expression(let expression): .expression(try property(of: expression))
        }
    }

    private var rowField: Operand {
        get throws {
            switch keyPath as AnyKeyPath {
            case \ConversationHistoryManager.RecentConversation.id: .expression(.column(.id))
            case \ConversationHistoryManager.RecentConversation.handles: .handles
            case \ConversationHistoryManager.RecentConversation.date: .expression(.column(.date))
            case \ConversationHistoryManager.RecentConversation.duration: .expression(.column(.duration))
            case \ConversationHistoryManager.RecentConversation.status: .expression(.column(.status))
            case \ConversationHistoryManager.RecentConversation.direction: .expression(.column(.direction))
            case \ConversationHistoryManager.RecentConversation.isRead: .expression(.column(.isRead))
            default: throw Unlowerable("\(keyPath)")
            }
        }
    }

    private var handleField: HistoryExpression.HandleField {
        get throws {
            switch keyPath as AnyKeyPath {
            case \Handle.type: .type
            case \Handle.value: .value
            case \Handle.displayName: .displayName
            default: throw Unlowerable("\(keyPath)")
            }
        }
    }

    private func collectionProperty(count: HistoryExpression) throws -> HistoryExpression {
        switch kind {
        case .collectionCount: count
        case .collectionIsEmpty: .compare(.equal, count, .literal(.integer(0)))
        default: throw Unlowerable("\(keyPath)")
        }
    }

    private func property(of value: Any) throws -> Any {
        guard let value = value as? Root.Output else { throw Unlowerable("\(keyPath)") }
        return value[keyPath: keyPath]
    }

    private func property(of expression: HistoryExpression) throws -> HistoryExpression {
        switch keyPath as AnyKeyPath {
        case \Date.timeIntervalSinceReferenceDate, \UUID.uuidString, \Handle.Kind.rawValue: expression
        case \Date.timeIntervalSince1970:
            try .sum(expression, .literal(.real(Date.timeIntervalBetween1970AndReferenceDate)))
        case _ where Root.Output.self == String.self: try collectionProperty(count: .length(expression))
        default: throw Unlowerable("\(keyPath)")
        }
    }
}
