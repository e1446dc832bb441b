// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Telephony

/// What the variables of a predicate stand for at one of its nodes.
struct LoweringScope {
    private let row: PredicateExpressions.VariableID
    private var handle: PredicateExpressions.VariableID?

    init(row: PredicateExpressions.VariableID) {
        self.row = row
    }

    /// The scope of a test on each handle. Throws `Unlowerable` inside another one.
    func testing(handle: PredicateExpressions.VariableID) throws -> LoweringScope {
        guard self.handle == nil else { throw Unlowerable("a test on handles inside another one") }
        var scope = self
        scope.handle = handle
        return scope
    }

    func operand(for variable: PredicateExpressions.VariableID) throws -> Operand {
        switch variable {
        case row: .row
        case handle: .handle
        default: throw Unlowerable("an unknown variable")
        }
    }

    func operand(_ node: Any) throws -> Operand {
        guard let node = node as? any LowerableExpression else { throw Unlowerable("\(type(of: node))") }
        return try node.lowered(in: self)
    }

    /// A node as text, a number or a Boolean.
    func expression(_ node: Any) throws -> HistoryExpression {
        switch try operand(node) {
        case .expression(let expression): expression
        case .constant(let value): .literal(try HistoryExpression.Literal(captured: value))
        case .row, .handles, .handle: throw Unlowerable("a whole \(type(of: node))")
        }
    }
}
