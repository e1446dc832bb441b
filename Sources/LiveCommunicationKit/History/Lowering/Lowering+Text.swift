// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Telephony

extension PredicateExpressions.CollectionContainsCollection: LowerableExpression {
    func lowered(in scope: LoweringScope) throws -> Operand {
        guard Base.Output.self == String.self else { throw Unlowerable("\(Self.self)") }
        return .expression(.text(.contains, try scope.expression(base), try scope.expression(other)))
    }
}

extension PredicateExpressions.SequenceStartsWith: LowerableExpression {
    func lowered(in scope: LoweringScope) throws -> Operand {
        guard Base.Output.self == String.self else { throw Unlowerable("\(Self.self)") }
        return .expression(.text(.startsWith, try scope.expression(base), try scope.expression(prefix)))
    }
}
