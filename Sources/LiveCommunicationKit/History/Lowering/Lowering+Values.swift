// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Telephony

extension PredicateExpressions.Value: LowerableExpression {
    func lowered(in scope: LoweringScope) throws -> Operand { .constant(value) }
}

extension PredicateExpressions.Variable: LowerableExpression {
    func lowered(in scope: LoweringScope) throws -> Operand { try scope.operand(for: key) }
}
