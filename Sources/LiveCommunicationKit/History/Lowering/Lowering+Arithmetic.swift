// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Telephony

extension PredicateExpressions.Arithmetic: LowerableExpression {
    func lowered(in scope: LoweringScope) throws -> Operand {
        let lhs = try scope.expression(lhs)
        let rhs = try scope.expression(rhs)
        return .expression(try .calculation(try arithmetic, lhs, rhs))
    }

    private var arithmetic: HistoryExpression.Arithmetic {
        get throws {
            switch op {
            case .add: .add
            case .subtract: .subtract
            case .multiply: .multiply
            @unknown default: throw Unlowerable("\(op)")
            }
        }
    }
}

extension PredicateExpressions.UnaryMinus: LowerableExpression {
    func lowered(in scope: LoweringScope) throws -> Operand { .expression(.negate(try scope.expression(wrapped))) }
}

extension HistoryExpression {
    static func sum(_ lhs: HistoryExpression, _ rhs: HistoryExpression) throws -> HistoryExpression {
        try calculation(.add, lhs, rhs)
    }

    /// Throws `Unlowerable` where an overflow would set Swift and SQL apart.
    static func calculation(
        _ operation: Arithmetic, _ lhs: HistoryExpression, _ rhs: HistoryExpression
    ) throws -> HistoryExpression {
        let result = HistoryExpression.arithmetic(operation, lhs, rhs)
        guard let magnitude = result.magnitude, magnitude < largestExactInteger else {
            throw Unlowerable("arithmetic that may overflow")
        }
        return result
    }

    /// 2⁵³: whole numbers up to here are the same as integers and as reals.
    private static let largestExactInteger = 0x1p53
    /// No date, duration or count of ours comes near it.
    private static let largestColumn = 0x1p40

    /// What a number's absolute value stays below or at; nil when this is no number.
    private var magnitude: Double? {
        switch self {
        case .literal(.integer(let value)): Double(value).magnitude
        case .literal(.real(let value)): value.magnitude
        case .column, .handleField, .length, .handleCount: Self.largestColumn
        case .negate(let operand): operand.magnitude
        case .conditional(_, let then, let otherwise): Self.larger(then.magnitude, otherwise.magnitude)
        case .arithmetic(let operation, let lhs, let rhs): Self.magnitude(operation, lhs.magnitude, rhs.magnitude)
        default: nil
        }
    }

    private static func larger(_ lhs: Double?, _ rhs: Double?) -> Double? {
        guard let lhs, let rhs else { return nil }
        return max(lhs, rhs)
    }

    private static func magnitude(_ operation: Arithmetic, _ lhs: Double?, _ rhs: Double?) -> Double? {
        guard let lhs, let rhs else { return nil }
        return operation == .multiply ? lhs * rhs : lhs + rhs
    }
}
