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
        var writer = SQLWriter(firstParameter: Self.firstTestParameter)
        test = try " AND " + writer.condition(expression)
        parameters = writer.parameters
    }

    /// - Parameter goingOn: from a position in the middle.
    func sql(goingOn: Bool = false) -> String { sql(goingOn, test) }

    /// Every row after the sequence number; for a question that SQLite's parser does not take.
    func sqlWithoutTest(goingOn: Bool) -> String { sql(goingOn, "") }

    private static let firstTestParameter = 4

    // A plus sign keeps SQLite from an index. It would walk by sequence number and then sort the whole result; the index
    // by start streams, unless it leads past a million older rows to a few.
    private func sql(_ goingOn: Bool, _ test: String) -> String {
        guard !isShort else {
            return "\(Self.selection) sequence > ?1\(test) ORDER BY +started_at DESC, sequence DESC"
        }
        // The position first: of two bounds of the start, SQLite walks from the one that it reads first. What is seen is
        // noted before anything else is asked of the row.
        let position = goingOn ? "(started_at, sequence) < (?2, ?3) AND " : ""
        return "\(Self.selection) \(position)\(Database.see)(started_at, sequence) AND +sequence > ?1\(test)"
            + " ORDER BY started_at DESC, sequence DESC"
    }

    private static let selection = "SELECT \(ConversationRow.columns) FROM conversation WHERE"

    func bind(to statement: Statement, after position: Selection.Position?, withTest: Bool) {
        statement.bind(afterSequence, at: 1)
        if let position {
            statement.bind(position.start, at: 2)
            statement.bind(position.sequence, at: 3)
        }
        guard withTest else { return }
        for (index, parameter) in parameters.enumerated() {
            statement.bind(parameter, at: Int32(index + Self.firstTestParameter))
        }
    }

    /// Where the walk stands with the row that the statement stands on.
    func position(in statement: Statement) -> Selection.Position {
        Selection.Position(start: statement.real(6), sequence: statement.integer(0))
    }
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
