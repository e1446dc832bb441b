// SPDX-License-Identifier: Apache-2.0
import Telephony

/// The rows of one query, newest first, read as they are asked for.
final class Selection {
    private let database: Database
    private let statement: Statement
    /// What SQLite could not be asked; tested here on each row.
    private let test: HistoryExpression?
    private var remaining: Int
    private var next: ConversationRecord?

    init(_ plan: QueryPlan, in database: Database) throws(TelephonyError) {
        self.database = database
        remaining = plan.limit
        if let statement = try database.statementIfAccepted(plan.sql) {
            self.statement = statement
            test = nil
            plan.bind(to: statement)
        } else {
            statement = try database.statement(plan.sqlWithoutTest)
            test = plan.expression
            plan.bindWithoutTest(to: statement)
        }
        try advance()
    }

    var isFinished: Bool { next == nil }

    /// The next rows, at most `HistoryPage.size`.
    func page() throws(TelephonyError) -> [ConversationRecord] {
        var rows: [ConversationRecord] = []
        rows.reserveCapacity(min(remaining, HistoryPage.size - 1) + 1)
        while rows.count < HistoryPage.size, let row = next {
            rows.append(row)
            try advance()
        }
        return rows
    }

    /// Ends the read; the statement can be used again.
    func end() { statement.reset() }

    private func advance() throws(TelephonyError) {
        next = nil
        guard remaining > 0 else { return }
        while try statement.step() {
            // SQLite looks only while it works itself.
            if test != nil, database.isUnwanted { throw .unwanted }
            guard let row = try ConversationRow.read(statement, in: database), test?.holds(for: row) ?? true else {
                continue
            }
            next = row
            remaining -= 1
            return
        }
    }
}
