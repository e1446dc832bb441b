// SPDX-License-Identifier: Apache-2.0
import Foundation
import Telephony

@testable import LiveCommunicationKit

/// An expression's meaning, spelled out in Swift: what the store must agree with.
enum EvaluatedValue: Comparable {
    case integer(Int64)
    case real(Double)
    case text(String)
    case boolean(Bool)

    static func < (lhs: Self, rhs: Self) -> Bool {
        switch (lhs, rhs) {
        case (.integer(let lhs), .integer(let rhs)): lhs < rhs
        case (.real(let lhs), .real(let rhs)): lhs < rhs
        case (.text(let lhs), .text(let rhs)): lhs < rhs
        default: false
        }
    }

    var isTrue: Bool { self == .boolean(true) }
    var text: String { if case .text(let text) = self { text } else { "" } }
}

/// A comparison of values of different types: an expression that means nothing.
struct IllTyped: Error {
    var expression: HistoryExpression
}

extension HistoryExpression {
    /// Whether a row passes the test. Throws `IllTyped`.
    func holds(for row: ConversationRecord) throws -> Bool {
        try value(for: row, handle: nil).isTrue
    }

    private func value(for row: ConversationRecord, handle: Telephony.Handle?) throws -> EvaluatedValue {
        func value(_ expression: HistoryExpression) throws -> EvaluatedValue {
            try expression.value(for: row, handle: handle)
        }
        switch self {
        case .column(let column): return column.value(of: row)
        case .handleField(let field):
            guard let handle else { throw IllTyped(expression: self) }
            return field.value(of: handle)
        case .literal(let literal): return literal.evaluated
        case .compare(let comparison, let lhs, let rhs):
            return .boolean(try comparison.holds(try value(lhs), try value(rhs), in: self))
        case .arithmetic(let operation, let lhs, let rhs):
            return try operation.result(try value(lhs), try value(rhs), in: self)
        case .negate(let operand):
            switch try value(operand) {
            case .integer(let number): return .integer(-number)
            case .real(let number): return .real(-number)
            default: throw IllTyped(expression: self)
            }
        case .and(let lhs, let rhs): return .boolean(try value(lhs).isTrue && value(rhs).isTrue)
        case .or(let lhs, let rhs): return .boolean(try value(lhs).isTrue || value(rhs).isTrue)
        case .not(let operand): return .boolean(!(try value(operand).isTrue))
        case .conditional(let test, let then, let otherwise):
            return try value(test).isTrue ? value(then) : value(otherwise)
        case .isIn(let operand, let literals):
            let operand = try value(operand)
            return .boolean(literals.contains { $0.evaluated == operand })
        case .between(let operand, let lower, let upper, let includesUpper):
            let (operand, lower, upper) = (try value(operand), try value(lower), try value(upper))
            return .boolean(lower <= operand && (includesUpper ? operand <= upper : operand < upper))
        case .text(let test, let text, let part):
            let (text, part) = (try value(text).text, try value(part).text)
            return .boolean(test == .contains ? text.containsCharacters(of: part) : text.starts(with: part))
        case .length(let text): return .integer(Int64(try value(text).text.count))
        case .handleCount: return .integer(Int64(row.handles.count))
        case .anyHandle(let test):
            guard handle == nil else { throw IllTyped(expression: self) }
            return .boolean(try row.handles.contains { try test.value(for: row, handle: $0).isTrue })
        }
    }
}

extension HistoryExpression.Column {
    fileprivate func value(of row: ConversationRecord) -> EvaluatedValue {
        switch self {
        case .id: .text(row.id.uuidString)
        case .date: .real(row.startedAt.timeIntervalSinceReferenceDate)
        case .duration: .real(row.duration)
        case .status: .text(row.outcome.status.rawValue)
        case .direction: .text(row.direction.rawValue)
        case .isRead: .boolean(row.isRead)
        }
    }
}

extension HistoryExpression.HandleField {
    fileprivate func value(of handle: Telephony.Handle) -> EvaluatedValue {
        switch self {
        case .type: .integer(Int64(handle.type.rawValue))
        case .value: .text(handle.value)
        case .displayName: .text(handle.displayName)
        }
    }
}

extension HistoryExpression.Literal {
    fileprivate var evaluated: EvaluatedValue {
        switch self {
        case .integer(let value): .integer(value)
        case .real(let value): .real(value)
        case .text(let value): .text(value)
        case .boolean(let value): .boolean(value)
        }
    }
}

extension HistoryExpression.Comparison {
    fileprivate func holds(
        _ lhs: EvaluatedValue, _ rhs: EvaluatedValue, in expression: HistoryExpression
    ) throws -> Bool {
        switch (lhs, rhs) {
        case (.integer, .integer), (.real, .real), (.text, .text), (.boolean, .boolean): break
        default: throw IllTyped(expression: expression)
        }
        return switch self {
        case .equal: lhs == rhs
        case .notEqual: lhs != rhs
        case .less: lhs < rhs
        case .lessOrEqual: lhs <= rhs
        case .greater: lhs > rhs
        case .greaterOrEqual: lhs >= rhs
        }
    }
}

extension HistoryExpression.Arithmetic {
    fileprivate func result(
        _ lhs: EvaluatedValue, _ rhs: EvaluatedValue, in expression: HistoryExpression
    ) throws -> EvaluatedValue {
        switch (self, lhs, rhs) {
        case (.add, .integer(let lhs), .integer(let rhs)): .integer(lhs + rhs)
        case (.subtract, .integer(let lhs), .integer(let rhs)): .integer(lhs - rhs)
        case (.multiply, .integer(let lhs), .integer(let rhs)): .integer(lhs * rhs)
        case (.add, .real(let lhs), .real(let rhs)): .real(lhs + rhs)
        case (.subtract, .real(let lhs), .real(let rhs)): .real(lhs - rhs)
        case (.multiply, .real(let lhs), .real(let rhs)): .real(lhs * rhs)
        default: throw IllTyped(expression: expression)
        }
    }
}

extension String {
    /// Whether the other text's characters occur one after the other; Foundation's own `contains` looks at scalars.
    fileprivate func containsCharacters(of part: String) -> Bool {
        part.isEmpty || indices.contains { self[$0...].starts(with: part) }
    }
}
