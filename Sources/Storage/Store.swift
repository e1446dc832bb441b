// SPDX-License-Identifier: Apache-2.0
package import Telephony

/// Everything Dialtone keeps, in one SQLite file that the daemon alone writes; runs on its own thread, and the history is
/// read on another one (`HistoryReader`).
///
/// It is always there: a file that cannot be opened makes reads throw the reason, while rows wait in memory, and
/// every later use tries again.
package actor Store {
    /// Pages of the write-ahead log after which it is copied into the database.
    static let logPagesKept = 256
    /// Pages of the log from which on snapshots that keep it from starting over are given up.
    static let logPagesAtMost = 2_048
    /// How often waiting rows are tried again and unused snapshots looked for, while there are any.
    package static let housekeepingInterval = Duration.seconds(5)

    nonisolated let path: String
    nonisolated let timekeeper: any Timekeeper
    var waiting = WaitingRows()
    nonisolated let reader: HistoryReader
    nonisolated let notes = StoreNotes()
    private var connection: Database?
    /// The file that the connection is to.
    private var file: FileIdentity?
    private var lock: DatabaseLock?
    private(set) var isClosed = false
    nonisolated let thread = StoreThread()
    private nonisolated let work = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let snapshotsInTheWay = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// A store on the file at an absolute path; touches nothing yet.
    package init(path: String, timekeeper: any Timekeeper) {
        self.path = path
        self.timekeeper = timekeeper
        reader = HistoryReader(path: path, timekeeper: timekeeper, notes: notes)
    }

    deinit { thread.retire() }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Opens the file now, making it and its folder first where they are missing.
    ///
    /// Everything else opens it too when needed; this is for a daemon that wants to log why it cannot be.
    /// - Throws: `databaseUnreadable`, `databaseReadOnly`, `databaseNewer` or `diskFull`.
    package func open() throws(TelephonyError) { _ = try database() }

    /// Writes what waits, closes the file and lets the threads end; whatever is asked later throws, and what is being read
    /// ends at once.
    ///
    /// - Returns: how many rows could not be written and are lost.
    @discardableResult
    package func close() async -> Int {
        notes.end()
        // Before the writer's connection: the last one to close tidies up, and one that only reads cannot.
        await reader.close()
        try? writeWaiting()
        connection = nil
        lock = nil
        isClosed = true
        work.continuation.finish()
        snapshotsInTheWay.continuation.finish()
        thread.retire()
        return waiting.rows.count
    }

    /// Tries waiting rows again and ends snapshots that nobody uses, or that are in the way; sleeps while there are neither.
    ///
    /// Runs until its task is cancelled or the store closed; once only.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { [self] in
                for await _ in snapshotsInTheWay.stream { await reader.giveUpSnapshots() }
            }
            for await _ in work.stream { await keepHouse() }
        }
    }

    private func keepHouse() async {
        var hasSnapshots = await reader.removeExpiredSnapshots()
        while !waiting.isEmpty || hasSnapshots {
            let wakeUp = timekeeper.uptime + Self.housekeepingInterval
            guard (try? await timekeeper.sleep(until: wakeUp)) != nil, !isClosed else { return }
            try? writeWaiting()
            hasSnapshots = await reader.removeExpiredSnapshots()
        }
    }

    /// Tells `run` that there is something to look after.
    nonisolated func needsHousekeeping() { work.continuation.yield() }

    /// The connection, opened when there is none, or when the file was deleted or replaced: what is written to a file
    /// without a name is lost.
    func database() throws(TelephonyError) -> Database {
        guard !isClosed else { throw .closed }
        if let connection, file == FileIdentity(path: path) { return connection }
        try abandonFile()
        try DatabaseFile.makeFolder(of: path)
        lock = try DatabaseLock(of: path)
        let opened = try DatabaseFile.open(path, notes)
        connection = opened
        file = FileIdentity(path: path)
        return opened
    }

    /// Waits for the reader to have let go of the file: its log must be empty before another file is at the path.
    private func abandonFile() throws(TelephonyError) {
        if let connection, !connection.leave() {
            snapshotsInTheWay.continuation.yield()
            throw .replaced(path)
        }
        notes.forgetReadTrouble()
        connection = nil
        lock = nil
    }

    /// Commits what `body` writes and keeps the log small.
    func write<Result>(
        _ body: (Database) throws(TelephonyError) -> Result
    ) throws(TelephonyError) -> Result {
        let database = try database()
        let result = try database.transaction { () throws(TelephonyError) in try body(database) }
        tidyLog(of: database)
        return result
    }

    // A snapshot keeps the log from starting over, so one that outlives much writing has to go.
    private func tidyLog(of database: Database) {
        guard database.logPages >= Self.logPagesKept else { return }
        if database.logPages >= Self.logPagesAtMost { snapshotsInTheWay.continuation.yield() }
        database.checkpoint()
    }
}
