// SPDX-License-Identifier: Apache-2.0
import Telephony

/// Writes an expression as SQL, checks its types on the way, and never puts a value into the text.
struct SQLWriter {
    /// Values in the order of their parameters.
    private(set) var parameters: [HistoryExpression.Literal] = []
    private let firstParameter: Int
    /// Where a handle's fields are found; nil outside `anyHandle`.
    private var handleColumns: HandleColumns?

    private struct HandleColumns {
        var type, value, name: String
        static let first = HandleColumns(
            type: "conversation.handle_type", value: "conversation.handle_value", name: "conversation.handle_name")
        static let further = HandleColumns(type: "h.type", value: "h.value", name: "h.name")
    }

    init(firstParameter: Int) { self.firstParameter = firstParameter }

    /// A test that is 0 or 1, never NULL. Throws `invalidQuery`.
    mutating func condition(_ expression: HistoryExpression) throws(TelephonyError) -> String {
        let fragment = try fragment(expression)
        guard fragment.kind == .boolean else { throw .mismatch }
        return fragment.sql
    }

    mutating func fragment(_ expression: HistoryExpression) throws(TelephonyError) -> SQLFragment {
        switch expression {
        case .column(let column): Self.column(column)
        case .handleField(let field): try handleField(field)
        case .literal(let literal): self.literal(literal)
        case .handleCount:
            SQLFragment(
                sql: "conversation.handle_count", kind: .integer, range: 0...Self.longestText, isLeaf: true)
        case .compare(let comparison, let left, let right): try compare(comparison, left, right)
        case .arithmetic(let operation, let left, let right): try arithmetic(operation, left, right)
        case .negate(let operand): try negate(operand)
        case .and(let left, let right): try .boolean("(\(condition(left)) AND \(condition(right)))")
        case .or(let left, let right): try .boolean("(\(condition(left)) OR \(condition(right)))")
        case .not(let operand): try .boolean("(NOT \(condition(operand)))")
        case .conditional(let test, let then, let otherwise): try conditional(test, then, otherwise)
        case .isIn(let operand, let literals): try isIn(operand, literals)
        case .between(let value, let lower, let upper, let includesUpper):
            try between(value, lower, upper, includesUpper: includesUpper)
        case .text(let test, let left, let right): try textTest(test, left, right)
        case .length(let operand):
            try SQLFragment(sql: "swift_length(\(text(operand).sql))", kind: .integer, range: 0...Self.longestText)
        case .anyHandle(let test): try anyHandle(test)
        }
    }

    /// SQLite's own limit on the bytes of a text; no count here is larger.
    private static let longestText: Int64 = 2_147_483_647

    mutating func literal(_ literal: HistoryExpression.Literal) -> SQLFragment {
        parameters.append(literal)
        let sql = "?\(firstParameter + parameters.count - 1)"
        return switch literal {
        case .integer(let value): SQLFragment(sql: sql, kind: .integer, range: value...value, isLeaf: true)
        case .real(let value): SQLFragment(sql: sql, kind: .real, mayBeNaN: value.isNaN, isLeaf: true)
        case .text(let value):
            SQLFragment(sql: sql, kind: .text, isASCII: value.utf8.allSatisfy { $0 < 0x80 }, isLeaf: true)
        case .boolean: SQLFragment(sql: sql, kind: .boolean, isLeaf: true)
        }
    }

    private static func column(_ column: HistoryExpression.Column) -> SQLFragment {
        switch column {
        case .id: SQLFragment(sql: "conversation.id", kind: .text, isASCII: true, isLeaf: true)
        case .date: SQLFragment(sql: "conversation.started_at", kind: .real, isLeaf: true)
        case .duration: SQLFragment(sql: "conversation.duration", kind: .real, isLeaf: true)
        case .status: SQLFragment(sql: statusSQL, kind: .text, isASCII: true, isLeaf: true)
        case .direction: SQLFragment(sql: "conversation.direction", kind: .text, isASCII: true, isLeaf: true)
        case .isRead: SQLFragment(sql: "conversation.is_read", kind: .boolean, isLeaf: true)
        }
    }

    // An outcome that only a newer Dialtone knows cannot be in the file: such a file is refused.
    private static let statusSQL: String = {
        let cases = Outcome.allCases.map { "WHEN \($0.rawValue) THEN '\($0.status.rawValue)'" }
        return "(CASE conversation.outcome \(cases.joined(separator: " ")) ELSE 'unknown' END)"
    }()

    private func handleField(_ field: HistoryExpression.HandleField) throws(TelephonyError) -> SQLFragment {
        guard let columns = handleColumns else {
            throw TelephonyError(
                .invalidQuery, "the predicate reads a handle outside a test of the handles; move it in")
        }
        return switch field {
        case .type: SQLFragment(sql: columns.type, kind: .integer, range: 0...2, isLeaf: true)
        case .value: SQLFragment(sql: columns.value, kind: .text, isLeaf: true)
        case .displayName: SQLFragment(sql: columns.name, kind: .text, isLeaf: true)
        }
    }

    private mutating func anyHandle(_ test: HistoryExpression) throws(TelephonyError) -> SQLFragment {
        guard handleColumns == nil else {
            throw TelephonyError(.invalidQuery, "the predicate tests handles inside a test of handles; split it")
        }
        defer { handleColumns = nil }
        handleColumns = .first
        let first = try condition(test)
        handleColumns = .further
        let further = try condition(test)
        return .boolean(
            """
            ((conversation.handle_count > 0 AND \(first)) OR (conversation.handle_count > 1 AND EXISTS \
            (SELECT 1 FROM further_handle AS h WHERE h.conversation = conversation.sequence AND \(further))))
            """)
    }
}
