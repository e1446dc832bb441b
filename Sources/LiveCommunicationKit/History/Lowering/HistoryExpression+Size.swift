// SPDX-License-Identifier: Apache-2.0
internal import Telephony

extension HistoryExpression {
    /// How large a conjunction of expressions is, against what the daemon takes.
    struct Size {
        private(set) var depth = 0
        private(set) var nodes = 0
        /// Bytes of captured text.
        private(set) var text = 0

        /// Captured text that fits into a message however much of it has to be escaped, with as many nodes as there may
        /// be around it.
        static let harmlessText = 16_384

        /// The size with one more clause; nil when the daemon would refuse it.
        func adding(_ clause: HistoryExpression) -> Size? {
            var size = self
            size.depth = max(depth, clause.depth) + 1
            size.nodes += clause.nodes + 1
            size.text += clause.text
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

    private var text: Int {
        let own =
            switch self {
            case .literal(let literal): literal.text
            case .isIn(_, let literals): literals.reduce(0) { $0 + $1.text }
            default: 0
            }
        return own + children.reduce(0) { $0 + $1.text }
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

extension HistoryExpression.Literal {
    fileprivate var text: Int {
        if case .text(let text) = self { text.utf8.count } else { 0 }
    }
}
