// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Telephony

extension PredicateExpressions.Equal: LowerableExpression {
    func lowered(in scope: LoweringScope) throws -> Operand { .expression(try scope.equality(lhs, rhs)) }
}

extension PredicateExpressions.NotEqual: LowerableExpression {
    func lowered(in scope: LoweringScope) throws -> Operand {
        switch try scope.equality(lhs, rhs) {
        case .compare(.equal, let lhs, let rhs): .expression(.compare(.notEqual, lhs, rhs))
        case let equality: .expression(.not(equality))
        }
    }
}

extension PredicateExpressions.Comparison: LowerableExpression {
    func lowered(in scope: LoweringScope) throws -> Operand {
        .expression(.compare(try comparison, try scope.expression(lhs), try scope.expression(rhs)))
    }

    private var comparison: HistoryExpression.Comparison {
        get throws {
            switch op {
            case .lessThan: .less
            case .lessThanOrEqual: .lessOrEqual
            case .greaterThan: .greater
            case .greaterThanOrEqual: .greaterOrEqual
            @unknown default: throw Unlowerable("\(op)")
            }
        }
    }
}

extension LoweringScope {
    /// Equality of two nodes, which may be whole handles.
    fileprivate func equality(_ lhs: Any, _ rhs: Any) throws -> HistoryExpression {
        switch (try operand(lhs), try operand(rhs)) {
        case (.handle, .constant(let value as Handle)), (.constant(let value as Handle), .handle): .handleEquals(value)
        case (.handle, .handle): .literal(.boolean(true))
        default: .compare(.equal, try expression(lhs), try expression(rhs))
        }
    }
}

extension HistoryExpression {
    /// Whether the handle under test is this one.
    static func handleEquals(_ handle: Handle) -> HistoryExpression {
        let type = Literal.integer(Int64(handle.type.telephony.rawValue))
        return .and(
            .compare(.equal, .handleField(.value), .literal(.text(handle.value))),
            .and(
                .compare(.equal, .handleField(.type), .literal(type)),
                .compare(.equal, .handleField(.displayName), .literal(.text(handle.displayName)))))
    }
}
