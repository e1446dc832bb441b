// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Telephony

extension PredicateExpressions.RangeExpressionContains: LowerableExpression {
    func lowered(in scope: LoweringScope) throws -> Operand {
        let element = try scope.expression(element)
        guard case .constant(let range as any CapturedRange) = try scope.operand(range) else {
            throw Unlowerable("\(Self.self)")
        }
        return .expression(try range.test(element))
    }
}

extension PredicateExpressions.Range: LowerableExpression {
    func lowered(in scope: LoweringScope) throws -> Operand {
        let bounds: (LHS.Output, LHS.Output) = try scope.bounds(lower, upper)
        return .constant(bounds.0..<bounds.1)
    }
}

extension PredicateExpressions.ClosedRange: LowerableExpression {
    func lowered(in scope: LoweringScope) throws -> Operand {
        let bounds: (LHS.Output, LHS.Output) = try scope.bounds(lower, upper)
        return .constant(bounds.0...bounds.1)
    }
}

extension LoweringScope {
    /// The bounds of a range whose both ends are captured; with others, Foundation's own check must stay.
    fileprivate func bounds<Bound: Comparable>(_ lower: Any, _ upper: Any) throws -> (Bound, Bound) {
        guard case .constant(let lower as Bound) = try operand(lower),
            case .constant(let upper as Bound) = try operand(upper), lower <= upper
        else { throw Unlowerable("a range of \(Bound.self)") }
        return (lower, upper)
    }
}

/// A range that a predicate captured.
private protocol CapturedRange {
    func test(_ element: HistoryExpression) throws -> HistoryExpression
}

extension HistoryExpression {
    fileprivate static func captured(_ value: Any) throws -> HistoryExpression {
        .literal(try Literal(captured: value))
    }
}

extension Range: CapturedRange {
    fileprivate func test(_ element: HistoryExpression) throws -> HistoryExpression {
        .between(element, lower: try .captured(lowerBound), upper: try .captured(upperBound), includesUpper: false)
    }
}

extension ClosedRange: CapturedRange {
    fileprivate func test(_ element: HistoryExpression) throws -> HistoryExpression {
        .between(element, lower: try .captured(lowerBound), upper: try .captured(upperBound), includesUpper: true)
    }
}

extension PartialRangeFrom: CapturedRange {
    fileprivate func test(_ element: HistoryExpression) throws -> HistoryExpression {
        .compare(.greaterOrEqual, element, try .captured(lowerBound))
    }
}

extension PartialRangeUpTo: CapturedRange {
    fileprivate func test(_ element: HistoryExpression) throws -> HistoryExpression {
        .compare(.less, element, try .captured(upperBound))
    }
}

extension PartialRangeThrough: CapturedRange {
    fileprivate func test(_ element: HistoryExpression) throws -> HistoryExpression {
        .compare(.lessOrEqual, element, try .captured(upperBound))
    }
}
