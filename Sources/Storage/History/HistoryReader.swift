// SPDX-License-Identifier: Apache-2.0
import Telephony

/// Reads the history on a thread and a connection of its own: no scan holds up a row that is to be written, and no commit
/// holds up a reader.
///
/// Reads take turns: a new one begins before those that go on, which look at some rows more each, one after the other.
actor HistoryReader {
    /// Reads that wait or are under way at most.
    static let maximumReads = 1_024
    /// Looks of the database after which a read that just began, and one that goes on, lets others have their turn.
    static let firstLooks = 4
    static let furtherLooks = 1
    /// Reads that go on in turn; the others wait until one of them is done, so that some are done soon.
    static let turnsAtOnce = 4

    /// A read that is under way.
    private struct Walk {
        enum Source {
            case newest(Database)
            case snapshot(HistoryCursor)
        }

        let read: PendingRead
        let source: Source
        var selection: Selection
    }

    let path: String
    let timekeeper: any Timekeeper
    let notes: StoreNotes
    nonisolated let thread = StoreThread()
    private var snapshots = Snapshots()
    private var connection: Database?
    /// The file that the connection is to.
    private var file: FileIdentity?
    private var walks: [Walk] = []

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
        letGo(because: .replaced(path))
        return false
    }

    var snapshotCount: Int { snapshots.count }
    /// Reads that go on when it is their turn.
    var walkCount: Int { walks.count }

    func close(_ cursor: HistoryCursor) { snapshots.remove(cursor) }
    func giveUpSnapshots() { snapshots.removeAll() }

    /// Ends snapshots that nobody uses; returns whether others are left.
    func removeExpiredSnapshots() -> Bool {
        snapshots.removeExpired(now: timekeeper.uptime)
        return !snapshots.isEmpty
    }

    /// Closes the connections and lets the thread end.
    func close() {
        letGo(because: .closed)
        thread.retire()
    }

    private func letGo(because reason: TelephonyError) {
        for walk in walks { walk.read.give(.failure(reason)) }
        walks = []
        snapshots.removeAll()
        connection = nil
    }
}

extension HistoryReader {
    /// Begins to look for the first page of a result.
    func begin(_ plan: QueryPlan, for read: PendingRead) {
        answer(read) { () throws(TelephonyError) in
            let database = try database()
            var plan = plan
            plan.isShort = try hasFewRows(after: plan.afterSequence, in: database)
            return Walk(read: read, source: .newest(database), selection: Selection(plan))
        }
    }

    /// Begins to look for a further page.
    func goOn(at cursor: HistoryCursor, for read: PendingRead) {
        answer(read) { () throws(TelephonyError) in
            Walk(read: read, source: .snapshot(cursor), selection: try snapshot(cursor).selection)
        }
    }

    private func answer(_ read: PendingRead, by begin: () throws(TelephonyError) -> Walk) {
        guard read.isOpen else { return }
        do throws(TelephonyError) {
            if notes.isOver { throw .closed }
            go(on: try begin(), for: Self.firstLooks, isNew: true)
        } catch {
            read.give(.failure(error))
        }
    }

    /// Goes on with the read whose turn it is.
    func takeTurn() {
        guard !walks.isEmpty else { return }
        let walk = walks.removeFirst()
        guard walk.read.isOpen else { return abandon(walk) }
        go(on: walk, for: Self.furtherLooks, isNew: false)
    }

    private func go(on walk: Walk, for looks: Int, isNew: Bool) {
        do throws(TelephonyError) {
            try look(on: walk, for: looks, isNew: isNew)
        } catch {
            abandon(walk)
            walk.read.give(.failure(error))
        }
    }

    private func look(on walk: Walk, for looks: Int, isNew: Bool) throws(TelephonyError) {
        var walk = walk
        let database = try database(of: walk.source)
        database.read = walk.read
        defer { database.read = nil }
        if try walk.selection.look(in: database, for: looks) { return try finish(walk) }
        // A walk goes on before those that wait for a place.
        walks.insert(walk, at: isNew ? walks.count : min(walks.count, Self.turnsAtOnce - 1))
        thread.postLater { [self] in assumeIsolated { $0.takeTurn() } }
    }

    private func finish(_ walk: Walk) throws(TelephonyError) {
        var walk = walk
        let rows = walk.selection.takePage()
        let next = try keep(walk)
        // Nobody is left to ask for more.
        if !walk.read.give(.success(HistoryPage(rows: rows, next: next))), let next { snapshots.remove(next) }
    }

    /// Where the result goes on; nil at its end.
    private func keep(_ walk: Walk) throws(TelephonyError) -> HistoryCursor? {
        switch walk.source {
        case .newest:
            if walk.selection.isFinished { return nil }
            let snapshot = try Snapshot(walk.selection, path: path, notes: notes)
            return snapshots.add(snapshot, now: timekeeper.uptime)
        case .snapshot(let cursor):
            if walk.selection.isFinished {
                snapshots.remove(cursor)
                return nil
            }
            try snapshot(cursor).selection = walk.selection
            return cursor
        }
    }

    private func abandon(_ walk: Walk) {
        if case .snapshot(let cursor) = walk.source { snapshots.remove(cursor) }
    }

    private func snapshot(_ cursor: HistoryCursor) throws(TelephonyError) -> Snapshot {
        guard let snapshot = snapshots.use(cursor, now: timekeeper.uptime) else {
            throw TelephonyError(.invalidQuery, "this result is no longer kept; ask again from its beginning")
        }
        return snapshot
    }

    private func database(of source: Walk.Source) throws(TelephonyError) -> Database {
        switch source {
        case .snapshot(let cursor): return try snapshot(cursor).database
        case .newest(let database):
            guard database === connection else { throw .replaced(path) }
            return database
        }
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
}
