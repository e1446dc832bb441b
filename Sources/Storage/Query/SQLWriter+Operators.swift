// SPDX-License-Identifier: Apache-2.0
import Telephony

extension SQLWriter {
    mutating func compare(
        _ comparison: HistoryExpression.Comparison, _ left: HistoryExpression, _ right: HistoryExpression
    ) throws(TelephonyError) -> SQLFragment {
        let sides = try SQLFragment.unify(fragment(left), fragment(right))
        let (left, right) = (sides[0], sides[1])
        let isOrdered = comparison != .equal && comparison != .notEqual
        guard !(isOrdered && left.kind == .boolean) else { throw .mismatch }
        // In SQL a comparison with NaN is NULL; in Swift it is false, and true for "not equal".
        guard left.mayBeNaN || right.mayBeNaN else {
            return .boolean("(\(left.sql) \(comparison.sql) \(right.sql)\(Self.collation(left, right)))")
        }
        return comparison == .notEqual
            ? .boolean("((\(left.sql) = \(right.sql)) IS NOT TRUE)")
            : .boolean("((\(left.sql) \(comparison.sql) \(right.sql)) IS TRUE)")
    }

    mutating func between(
        _ value: HistoryExpression, _ lower: HistoryExpression, _ upper: HistoryExpression, includesUpper: Bool
    ) throws(TelephonyError) -> SQLFragment {
        let parts = try SQLFragment.unify(fragment(value), fragment(lower), fragment(upper))
        let (value, lower, upper) = (parts[0], parts[1], parts[2])
        guard value.kind != .boolean else { throw .mismatch }
        let collation = Self.collation(value, lower, upper)
        func test(_ sql: String) -> String {
            "\(sql)\(collation) >= \(lower.sql) AND \(sql)\(collation) \(includesUpper ? "<=" : "<") \(upper.sql)"
        }
        // A value that is long may stand in the text once only, or nesting would double it each time.
        let sql =
            value.isLeaf ? "(\(test(value.sql)))" : "(SELECT \(test("v.x")) FROM (SELECT \(value.sql) AS x) AS v)"
        let mayBeNaN = value.mayBeNaN || lower.mayBeNaN || upper.mayBeNaN
        return .boolean(mayBeNaN ? "(\(sql) IS TRUE)" : sql)
    }

    mutating func isIn(
        _ operand: HistoryExpression, _ literals: [HistoryExpression.Literal]
    ) throws(TelephonyError) -> SQLFragment {
        var value = try fragment(operand)
        var list: [SQLFragment] = []
        for literal in literals {
            let item = try SQLFragment.unify(value, self.literal(literal))
            // The list may hold reals after integers.
            value = item[0]
            list.append(item[1])
        }
        if value.kind == .real { list = list.map(\.asReal) }
        guard !list.isEmpty else { return .boolean("0") }
        let collation = value.kind == .text && !(value.isASCII && list.allSatisfy(\.isASCII)) ? Self.swift : ""
        let sql = "(\(value.sql)\(collation) IN (\(list.map(\.sql).joined(separator: ", "))))"
        return .boolean(value.mayBeNaN || list.contains(where: \.mayBeNaN) ? "(\(sql) IS TRUE)" : sql)
    }

    mutating func arithmetic(
        _ operation: HistoryExpression.Arithmetic, _ left: HistoryExpression, _ right: HistoryExpression
    ) throws(TelephonyError) -> SQLFragment {
        let sides = try SQLFragment.unify(fragment(left), fragment(right))
        guard sides[0].isNumber else { throw .mismatch }
        let sql = "(\(sides[0].sql) \(operation.sql) \(sides[1].sql))"
        // Infinities give NaN: inf - inf, inf * 0.
        guard sides[0].kind == .integer else { return SQLFragment(sql: sql, kind: .real, mayBeNaN: true) }
        guard let range = operation.range(sides[0].range, sides[1].range) else { throw .outOfRange }
        return SQLFragment(sql: sql, kind: .integer, range: range)
    }

    mutating func negate(_ operand: HistoryExpression) throws(TelephonyError) -> SQLFragment {
        var result = try fragment(operand)
        guard result.isNumber else { throw .mismatch }
        if result.kind == .integer {
            guard result.range.lowerBound > .min else { throw .outOfRange }
            result.range = -result.range.upperBound ... -result.range.lowerBound
        }
        result.sql = "(-\(result.sql))"
        result.isLeaf = false
        return result
    }

    mutating func conditional(
        _ test: HistoryExpression, _ then: HistoryExpression, _ otherwise: HistoryExpression
    ) throws(TelephonyError) -> SQLFragment {
        let test = try condition(test)
        let branches = try SQLFragment.unify(fragment(then), fragment(otherwise))
        let (then, otherwise) = (branches[0], branches[1])
        return SQLFragment(
            sql: "(CASE WHEN \(test) THEN \(then.sql) ELSE \(otherwise.sql) END)", kind: then.kind,
            mayBeNaN: then.mayBeNaN || otherwise.mayBeNaN,
            range: min(
                then.range.lowerBound, otherwise.range.lowerBound)...max(
                    then.range.upperBound, otherwise.range.upperBound),
            isASCII: then.isASCII && otherwise.isASCII)
    }

    mutating func textTest(
        _ test: HistoryExpression.TextTest, _ left: HistoryExpression, _ right: HistoryExpression
    ) throws(TelephonyError) -> SQLFragment {
        let function = test == .contains ? "swift_contains" : "swift_starts"
        return try .boolean("\(function)(\(text(left).sql), \(text(right).sql))")
    }

    mutating func text(_ operand: HistoryExpression) throws(TelephonyError) -> SQLFragment {
        let result = try fragment(operand)
        guard result.kind == .text else { throw .mismatch }
        return result
    }

    private static let swift = " COLLATE \(SwiftText.collation)"

    /// Bytes decide between texts that are ASCII, so that an index can be used.
    private static func collation(_ sides: SQLFragment...) -> String {
        sides[0].kind == .text && !sides.allSatisfy(\.isASCII) ? swift : ""
    }
}

extension HistoryExpression.Comparison {
    fileprivate var sql: String {
        switch self {
        case .equal: "="
        case .notEqual: "<>"
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        }
    }
}

extension HistoryExpression.Arithmetic {
    fileprivate var sql: String {
        switch self {
        case .add: "+"
        case .subtract: "-"
        case .multiply: "*"
        }
    }

    /// What the result can be; nil: it can overflow.
    fileprivate func range(_ left: ClosedRange<Int64>, _ right: ClosedRange<Int64>) -> ClosedRange<Int64>? {
        var bounds: [Int64] = []
        for left in [left.lowerBound, left.upperBound] {
            for right in [right.lowerBound, right.upperBound] {
                let (result, overflows) =
                    switch self {
                    case .add: left.addingReportingOverflow(right)
                    case .subtract: left.subtractingReportingOverflow(right)
                    case .multiply: left.multipliedReportingOverflow(by: right)
                    }
                if overflows { return nil }
                bounds.append(result)
            }
        }
        guard let lower = bounds.min(), let upper = bounds.max() else { return nil }
        return lower...upper
    }
}
