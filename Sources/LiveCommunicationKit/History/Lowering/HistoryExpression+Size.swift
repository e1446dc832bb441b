// SPDX-License-Identifier: Apache-2.0
internal import Telephony

extension HistoryExpression {
    /// How large a conjunction of expressions is, against what the daemon takes.
    struct Size {
        private(set) var depth = 0
        private(set) var nodes = 0

        /// The size with one more clause; nil when the daemon would refuse it.
        func adding(_ clause: HistoryExpression) -> Size? {
            var size = self
            size.depth = max(depth, clause.depth) + 1
            size.nodes += clause.nodes + 1
            guard size.depth <= HistoryExpression.maximumDepth, size.nodes <= HistoryExpression.maximumNodes else {
                return nil
            }
            return size
        }
    }

    private var depth: Int { 1 + (children.map(\.depth).max() ?? 0) }

    private var nodes: Int { 1 + literals + children.reduce(0) { $0 + $1.nodes } }

    private var literals: Int {
        if case .isIn(_, let literals) = self { literals.count } else { 0 }
    }

    var children: [HistoryExpression] {
        switch self {
        case .column, .handleField, .literal, .handleCount: []
        case .compare(_, let lhs, let rhs), .arithmetic(_, let lhs, let rhs), .text(_, let lhs, let rhs): [lhs, rhs]
        case .and(let lhs, let rhs), .or(let lhs, let rhs): [lhs, rhs]
        case .negate(let operand), .not(let operand), .length(let operand), .anyHandle(let operand): [operand]
        case .isIn(let operand, _): [operand]
        case .conditional(let test, let then, let otherwise): [test, then, otherwise]
        case .between(let operand, let lower, let upper, _): [operand, lower, upper]
        }
    }
}
