// SPDX-License-Identifier: Apache-2.0
import Telephony

/// A question as it is put to SQLite.
struct QueryPlan: Sendable {
    let expression: HistoryExpression?
    let limit: Int
    let afterSequence: Int64
    /// Whether few rows are after the sequence number, so that they are read and then sorted.
    var isShort = false
    private let test: String
    private let parameters: [HistoryExpression.Literal]

    /// Throws `invalidQuery` for an expression that is too large, or whose types do not fit.
    init(_ query: HistoryQuery) throws(TelephonyError) {
        expression = query.expression
        limit = max(0, query.limit ?? .max)
        afterSequence = query.afterSequence
        guard let expression else {
            test = ""
            parameters = []
            return
        }
        try ExpressionLimits.check(expression)
        var writer = SQLWriter(firstParameter: 2)
        test = try " AND " + writer.condition(expression)
        parameters = writer.parameters
    }

    var sql: String { sql(test) }

    /// Every row after the sequence number; for a question that SQLite's parser does not take.
    var sqlWithoutTest: String { sql("") }

    // A plus sign keeps SQLite from an index. It would walk by sequence number and then sort the whole result; the index
    // by start streams, unless it leads past a million older rows to a few.
    private func sql(_ test: String) -> String {
        let (number, start) = isShort ? ("sequence", "+started_at") : ("+sequence", "started_at")
        return "SELECT \(ConversationRow.columns) FROM conversation WHERE \(number) > ?1\(test)"
            + " ORDER BY \(start) DESC, sequence DESC"
    }

    func bind(to statement: Statement) {
        bindWithoutTest(to: statement)
        for (index, parameter) in parameters.enumerated() { statement.bind(parameter, at: Int32(index + 2)) }
    }

    func bindWithoutTest(to statement: Statement) { statement.bind(afterSequence, at: 1) }
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
