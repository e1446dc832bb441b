// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Telephony

extension PredicateExpressions.SequenceContains: LowerableExpression {
    func lowered(in scope: LoweringScope) throws -> Operand {
        switch (try scope.operand(sequence), try scope.operand(element)) {
        case (.handles, .constant(let value as Handle)): .expression(.anyHandle(.handleEquals(value)))
        case (.constant(let values), .handle): .expression(try .handleIsAmong(try Self.elements(values)))
        case (.constant(let values), _): .expression(try scope.expression(element).isAmong(try Self.elements(values)))
        default: throw Unlowerable("\(Self.self)")
        }
    }

    private static func elements(_ value: Any) throws -> [Any] {
        guard let captured = value as? any CapturedElements else { throw Unlowerable("\(type(of: value))") }
        return captured.elements
    }
}

extension PredicateExpressions.SequenceContainsWhere: LowerableExpression {
    func lowered(in scope: LoweringScope) throws -> Operand {
        guard case .handles = try scope.operand(sequence) else { throw Unlowerable("\(Self.self)") }
        return .expression(.anyHandle(try scope.testing(handle: variable.key).expression(test)))
    }
}

extension PredicateExpressions.SequenceAllSatisfy: LowerableExpression {
    func lowered(in scope: LoweringScope) throws -> Operand {
        guard case .handles = try scope.operand(sequence) else { throw Unlowerable("\(Self.self)") }
        return .expression(.not(.anyHandle(.not(try scope.testing(handle: variable.key).expression(test)))))
    }
}

/// A captured collection that is cheap to list.
private protocol CapturedElements {
    var elements: [Any] { get }
}

extension Array: CapturedElements { fileprivate var elements: [Any] { self } }
extension Set: CapturedElements { fileprivate var elements: [Any] { Array(self) } }

extension HistoryExpression {
    fileprivate func isAmong(_ values: [Any]) throws -> HistoryExpression {
        guard values.count <= Self.maximumNodes else { throw Unlowerable("\(values.count) values") }
        let literals = try values.map { try Literal(captured: $0) }
        return literals.isEmpty ? .literal(.boolean(false)) : .isIn(self, literals)
    }

    fileprivate static func handleIsAmong(_ values: [Any]) throws -> HistoryExpression {
        let handles = values.compactMap { $0 as? Handle }
        guard handles.count == values.count, handles.count <= maximumNodes else { throw Unlowerable("handles") }
        return anyOf(handles.map(handleEquals)[...])
    }

    /// A disjunction as shallow as can be.
    private static func anyOf(_ tests: ArraySlice<HistoryExpression>) -> HistoryExpression {
        guard tests.count > 1 else { return tests.first ?? .literal(.boolean(false)) }
        let middle = tests.startIndex + tests.count / 2
        return .or(anyOf(tests[..<middle]), anyOf(tests[middle...]))
    }
}
