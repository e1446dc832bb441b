// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Telephony

extension PredicateExpressions.Conjunction: LowerableExpression, ConjunctionExpression {
    func lowered(in scope: LoweringScope) throws -> Operand {
        .expression(.and(try scope.expression(lhs), try scope.expression(rhs)))
    }

    var clauses: (Any, Any) { (lhs, rhs) }
}

extension PredicateExpressions.Disjunction: LowerableExpression {
    func lowered(in scope: LoweringScope) throws -> Operand {
        .expression(.or(try scope.expression(lhs), try scope.expression(rhs)))
    }
}

extension PredicateExpressions.Negation: LowerableExpression {
    func lowered(in scope: LoweringScope) throws -> Operand { .expression(.not(try scope.expression(wrapped))) }
}

extension PredicateExpressions.Conditional: LowerableExpression {
    func lowered(in scope: LoweringScope) throws -> Operand {
        .expression(
            .conditional(
                test: try scope.expression(test), then: try scope.expression(trueBranch),
                otherwise: try scope.expression(falseBranch)))
    }
}
