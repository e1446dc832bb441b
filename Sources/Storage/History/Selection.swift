// SPDX-License-Identifier: Apache-2.0
import Telephony

/// How far one question has been answered, newest row first.
///
/// It holds nothing of a database: the walk ends after each slice and goes on from where it stood.
struct Selection {
    /// Rows by start and then by sequence number; what comes after this one is still to be looked at.
    struct Position: Equatable {
        var start: Double
        var sequence: Int64
    }

    private let plan: QueryPlan
    private var position: Position?
    private var remaining: Int
    private var page: [ConversationRecord] = []
    /// Slices that led no further together take twice as long each time, so that every walk ends.
    private var patience = 1
    private(set) var isFinished = false

    init(_ plan: QueryPlan) {
        self.plan = plan
        remaining = plan.limit
    }

    /// The rows of a page that is complete.
    mutating func takePage() -> [ConversationRecord] {
        defer { page = [] }
        return page
    }

    /// Looks for the rows of the next page, for so many looks of the database at most; whether the page is complete.
    mutating func look(in database: Database, for looks: Int) throws(TelephonyError) -> Bool {
        guard remaining > 0 else {
            isFinished = true
            return true
        }
        let begin = position
        // What is read whole and then sorted cannot go on in the middle; it is short.
        database.limitLooks(to: plan.isShort ? nil : looks * patience)
        defer { database.limitLooks(to: nil) }
        do throws(TelephonyError) {
            try collect(in: database)
            patience = 1
            return true
        } catch {
            guard database.isOutOfLooks else { throw error }
            noteInterruption(by: database.lastSeen)
            patience = position == begin ? patience * 2 : 1
            return page.count == HistoryPage.size
        }
    }

    private mutating func collect(in database: Database) throws(TelephonyError) {
        let (statement, test) = try statement(in: database)
        defer { statement.reset() }
        plan.bind(to: statement, after: position, withTest: test == nil)
        while try statement.step() {
            // There is another page.
            guard page.count < HistoryPage.size else { return }
            let row = try ConversationRow.read(statement, in: database)
            // Not before: a row can be interrupted while its further handles are read.
            position = plan.position(in: statement)
            guard let row, test?.holds(for: row) ?? true else { continue }
            page.append(row)
            remaining -= 1
            if remaining == 0 { break }
        }
        isFinished = true
    }

    /// The statement, and what SQLite could not be asked, which is tested on each row.
    private func statement(in database: Database) throws(TelephonyError) -> (Statement, HistoryExpression?) {
        let isGoingOn = position != nil
        if let statement = try database.statementIfAccepted(plan.sql(goingOn: isGoingOn)) { return (statement, nil) }
        return (try database.statement(plan.sqlWithoutTest(goingOn: isGoingOn)), plan.expression)
    }

    /// The row that was seen last may not have been tested to its end, unless it was given out: it is looked at again.
    private mutating func noteInterruption(by seen: Position?) {
        guard let seen, seen != position, page.count < HistoryPage.size else { return }
        position = Position(start: seen.start, sequence: seen.sequence == .max ? .max : seen.sequence + 1)
    }
}
