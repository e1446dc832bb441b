// SPDX-License-Identifier: Apache-2.0
import Telephony

/// Reads the history on a thread and a connection of its own: no scan holds up a row that is to be written, and no commit
/// holds up a reader. A read ends when its task is cancelled.
actor HistoryReader {
    let path: String
    let timekeeper: any Timekeeper
    let notes: StoreNotes
    private var snapshots = Snapshots()
    private var connection: Database?
    /// The file that the connection is to.
    private var file: FileIdentity?
    private let thread = StoreThread()

    init(path: String, timekeeper: any Timekeeper, notes: StoreNotes) {
        self.path = path
        self.timekeeper = timekeeper
        self.notes = notes
    }

    deinit { thread.retire() }

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Whether the connection is to the file at the path; if not, it has been let go of, and the store opens the file first.
    func isCurrent() -> Bool {
        if connection != nil, file == FileIdentity(path: path) { return true }
        snapshots.removeAll()
        connection = nil
        return false
    }

    /// The first page of a result; one that may be longer than a page gets a snapshot of its own.
    func rows(_ plan: QueryPlan) throws(TelephonyError) -> HistoryPage {
        try requireWanted()
        let database = try database()
        var plan = plan
        plan.isShort = try hasFewRows(after: plan.afterSequence, in: database)
        guard plan.limit > HistoryPage.size else { return try onlyPage(plan, in: database) }
        let reader = try Database(path: path, access: .reading, notes: notes)
        try reader.execute("BEGIN")
        let selection = try Selection(plan, in: reader)
        let rows = try selection.page()
        guard !selection.isFinished else { return HistoryPage(rows: rows, next: nil) }
        return HistoryPage(rows: rows, next: snapshots.add(selection, now: timekeeper.uptime))
    }

    func nextPage(_ cursor: HistoryCursor) throws(TelephonyError) -> HistoryPage {
        try requireWanted()
        guard let selection = snapshots.use(cursor, now: timekeeper.uptime) else {
            throw TelephonyError(.invalidQuery, "this result is no longer kept; ask again from its beginning")
        }
        do throws(TelephonyError) {
            let rows = try selection.page()
            if selection.isFinished { snapshots.remove(cursor) }
            return HistoryPage(rows: rows, next: selection.isFinished ? nil : cursor)
        } catch {
            snapshots.remove(cursor)
            throw error
        }
    }

    var snapshotCount: Int { snapshots.count }

    func close(_ cursor: HistoryCursor) { snapshots.remove(cursor) }
    func giveUpSnapshots() { snapshots.removeAll() }

    /// Ends snapshots that nobody uses; returns whether others are left.
    func removeExpiredSnapshots() -> Bool {
        snapshots.removeExpired(now: timekeeper.uptime)
        return !snapshots.isEmpty
    }

    /// Closes the connections and lets the thread end.
    func close() {
        snapshots.removeAll()
        connection = nil
        thread.retire()
    }

    private func requireWanted() throws(TelephonyError) {
        if notes.isOver { throw .closed }
        if Task.isCancelled { throw .unwanted }
    }

    private func database() throws(TelephonyError) -> Database {
        if isCurrent(), let connection { return connection }
        let identity = FileIdentity(path: path)
        let opened = try Database(path: path, access: .reading, notes: notes)
        connection = opened
        file = identity
        return opened
    }

    /// Whether so few rows are new enough that they are better sorted than looked for by start in all the others.
    private func hasFewRows(after sequence: Int64, in database: Database) throws(TelephonyError) -> Bool {
        guard sequence > 0 else { return false }
        let statement = try database.statement(
            "SELECT count(*) FROM (SELECT 1 FROM conversation WHERE sequence > ?1 LIMIT \(HistoryPage.size + 1))")
        defer { statement.reset() }
        statement.bind(sequence, at: 1)
        return try statement.step() && statement.integer(0) <= HistoryPage.size
    }

    private func onlyPage(_ plan: QueryPlan, in database: Database) throws(TelephonyError) -> HistoryPage {
        let selection = try Selection(plan, in: database)
        defer { selection.end() }
        return HistoryPage(rows: try selection.page(), next: nil)
    }
}
