// SPDX-License-Identifier: Apache-2.0
import Telephony

/// Refuses expressions that are larger than `HistoryExpression` allows.
enum ExpressionLimits {
    static func check(_ expression: HistoryExpression) throws(TelephonyError) {
        var nodes = 0
        try count(expression, depth: 1, nodes: &nodes)
    }

    // Stops at the limits, so that its own stack is bounded whatever it is given.
    private static func count(
        _ expression: HistoryExpression, depth: Int, nodes: inout Int
    ) throws(TelephonyError) {
        nodes += 1
        if case .isIn(_, let literals) = expression { nodes += literals.count }
        guard depth <= HistoryExpression.maximumDepth, nodes <= HistoryExpression.maximumNodes else {
            throw TelephonyError(
                .invalidQuery, "the predicate is too large; ask for more rows and filter them in the app")
        }
        for operand in expression.operands { try count(operand, depth: depth + 1, nodes: &nodes) }
    }
}

extension HistoryExpression {
    fileprivate var operands: [HistoryExpression] {
        switch self {
        case .column, .handleField, .literal, .handleCount: []
        case .negate(let operand), .not(let operand), .isIn(let operand, _), .length(let operand),
            .anyHandle(let operand):
            [operand]
        case .compare(_, let left, let right), .arithmetic(_, let left, let right), .and(let left, let right),
            .or(let left, let right), .text(_, let left, let right):
            [left, right]
        case .conditional(let test, let then, let otherwise): [test, then, otherwise]
        case .between(let value, let lower, let upper, _): [value, lower, upper]
        }
    }
}
