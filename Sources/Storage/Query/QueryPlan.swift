// SPDX-License-Identifier: Apache-2.0
import Telephony

/// A question as it is put to SQLite.
struct QueryPlan {
    let expression: HistoryExpression?
    let limit: Int
    let sql: String
    /// Every row after the sequence number; for a question that SQLite's parser does not take.
    let sqlWithoutTest: String
    private let afterSequence: Int64
    private let parameters: [HistoryExpression.Literal]

    /// Throws `invalidQuery` for an expression that is too large, or whose types do not fit.
    init(_ query: HistoryQuery) throws(TelephonyError) {
        expression = query.expression
        limit = max(0, query.limit ?? .max)
        afterSequence = query.afterSequence
        sqlWithoutTest = Self.head + Self.tail
        guard let expression else {
            sql = sqlWithoutTest
            parameters = []
            return
        }
        try ExpressionLimits.check(expression)
        var writer = SQLWriter(firstParameter: 2)
        sql = try Self.head + " AND " + writer.condition(expression) + Self.tail
        parameters = writer.parameters
    }

    func bind(to statement: Statement) {
        bindWithoutTest(to: statement)
        for (index, parameter) in parameters.enumerated() { statement.bind(parameter, at: Int32(index + 2)) }
    }

    func bindWithoutTest(to statement: Statement) { statement.bind(afterSequence, at: 1) }

    // The plus sign keeps SQLite from walking by sequence number and then sorting the whole result; it walks the
    // index by start instead, which streams.
    private static let head = "SELECT \(ConversationRow.columns) FROM conversation WHERE +sequence > ?1"
    private static let tail = " ORDER BY started_at DESC, sequence DESC"
}

extension Statement {
    fileprivate func bind(_ literal: HistoryExpression.Literal, at index: Int32) {
        switch literal {
        case .integer(let value): bind(value, at: index)
        case .real(let value): bind(value, at: index)
        case .text(let value): bind(value, at: index)
        case .boolean(let value): bind(value, at: index)
        }
    }
}
