// SPDX-License-Identifier: Apache-2.0
import CSQLite
import Telephony

/// One connection to the database file; used on the store thread alone.
final class Database {
    enum Access { case reading, readingAndWriting }

    let path: String
    /// Pages in the write-ahead log after the last commit of this connection.
    private(set) var logPages = 0
    private let handle: OpaquePointer
    private let notes: StoreNotes?
    private var cached: [String: Statement] = [:]
    private var looksLeft: Int?
    /// Where the walk stands that is under way, or was interrupted.
    private(set) var lastSeen: Selection.Position?
    /// For whom something is read; whoever gives up ends it.
    var read: PendingRead?

    /// Prepared statements kept for their next use; questions of apps are among them, so they are bounded.
    static let maximumCachedStatements = 32
    /// Milliseconds to wait for another program that has the file locked.
    static let lockTimeout: Int32 = 2_000
    /// KiB of pages in memory for each connection.
    static let cacheSize = 512

    /// Steps of SQLite's machine between two looks whether the read is to go on; about half a millisecond.
    static let stepsBetweenLooks: Int32 = 10_000

    /// - Parameter notes: where failed reads are noted; of a connection that only reads, what says that nobody waits.
    init(path: String, access: Access, notes: StoreNotes? = nil) throws(TelephonyError) {
        // Debian's SQLite reads a name that begins with "file:" as a URI.
        let name = path.hasPrefix("/") ? path : "./" + path
        let flags = access == .reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        var handle: OpaquePointer?
        let result = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard result == SQLITE_OK, let handle else {
            defer { sqlite3_close_v2(handle) }
            throw .last(of: handle, path: path)
        }
        self.path = path
        self.handle = handle
        self.notes = notes
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, Self.lockTimeout)
        SwiftText.register(in: handle)
        noteWhatIsSeen()
        if access == .reading { endReads() }
        try execute("PRAGMA cache_size = -\(Self.cacheSize); PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY")
    }

    deinit {
        cached = [:]
        sqlite3_close_v2(handle)
    }

    /// Runs statements without parameters.
    func execute(_ sql: String) throws(TelephonyError) {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw .last(of: handle, path: path) }
    }

    /// A statement ready for binding, prepared once.
    func statement(_ sql: String) throws(TelephonyError) -> Statement {
        if let statement = cached[sql] { return statement }
        if cached.count >= Self.maximumCachedStatements { cached = [:] }
        let statement = try Statement(sql, in: handle, path: path, notes)
        cached[sql] = statement
        return statement
    }

    /// The same, or nil when SQLite does not take the text: it is nested too deeply for its parser, for instance.
    func statementIfAccepted(_ sql: String) throws(TelephonyError) -> Statement? {
        do throws(TelephonyError) {
            return try statement(sql)
        } catch {
            guard sqlite3_errcode(handle) & 0xff == SQLITE_ERROR else { throw error }
            return nil
        }
    }

    /// The one number that a statement without parameters gives; 0 when there is no row.
    func number(_ sql: String) throws(TelephonyError) -> Int64 {
        let statement = try statement(sql)
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : 0
    }

    /// Whether nobody waits for what is being read.
    private var isUnwanted: Bool { (notes?.isUnwanted ?? false) || read.map { !$0.isOpen } ?? false }

    /// A row makes no sense and is left out.
    func noteDamage(_ what: String) { notes?.readFailed(.unreadable(path, "is damaged (\(what))"), isDamage: true) }

    /// From now on reads end after so many looks, of this connection that only reads; nil: they go on to their end.
    func limitLooks(to looks: Int?) {
        looksLeft = looks
        if looks != nil { lastSeen = nil }
    }

    /// Whether the last read has ended because of its limit.
    var isOutOfLooks: Bool { looksLeft.map { $0 < 0 } ?? false }

    private func endReads() {
        let look: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
            guard let context else { return 0 }
            return Unmanaged<Database>.fromOpaque(context).takeUnretainedValue().mustEnd() ? 1 : 0
        }
        sqlite3_progress_handler(handle, Self.stepsBetweenLooks, look, Unmanaged.passUnretained(self).toOpaque())
    }

    private func mustEnd() -> Bool {
        if isUnwanted { return true }
        guard let looks = looksLeft else { return false }
        looksLeft = looks - 1
        return looks <= 0
    }

    /// Rows that the last statement changed.
    var changes: Int { Int(sqlite3_changes(handle)) }

    /// Commits what `body` does, or none of it; when it returns, the log is on disk.
    func transaction<Result>(_ body: () throws(TelephonyError) -> Result) throws(TelephonyError) -> Result {
        try execute("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // SQLite has rolled back by itself after some errors.
            if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }
}

extension Database {
    /// The SQL function of a start and a sequence number that notes where a walk stands, and is always true.
    static let see = "dialtone_see"

    private func noteWhatIsSeen() {
        let flags = SQLITE_UTF8 | SQLITE_DIRECTONLY
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_create_function_v2(
            handle, Self.see, 2, flags, context,
            { context, _, values in
                if let database = sqlite3_user_data(context), let values {
                    Unmanaged<Database>.fromOpaque(database).takeUnretainedValue().lastSeen = Selection.Position(
                        start: sqlite3_value_double(values[0]), sequence: sqlite3_value_int64(values[1]))
                }
                sqlite3_result_int(context, 1)
            }, nil, nil, nil)
    }

    /// Takes over the log's upkeep from SQLite; see `Store.tidyLog`.
    func watchLog() {
        let hook: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, Int32) -> Int32 = {
            context, _, _, pages in
            if let context { Unmanaged<Database>.fromOpaque(context).takeUnretainedValue().logPages = Int(pages) }
            return SQLITE_OK
        }
        sqlite3_wal_hook(handle, hook, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Before this connection is closed to a file that is not at its path any more: empties the log, which another
    /// file at the path would take for its own, and has SQLite delete nothing there. False while somebody reads.
    func leave() -> Bool {
        sqlite3_busy_timeout(handle, 0)
        defer { sqlite3_busy_timeout(handle, Self.lockTimeout) }
        let result = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        guard result & 0xff != SQLITE_BUSY else { return false }
        var isKept: Int32 = 1
        sqlite3_file_control(handle, nil, SQLITE_FCNTL_PERSIST_WAL, &isKept)
        return true
    }

    /// Copies the log's pages into the database as far as no snapshot needs them.
    func checkpoint() { sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil) }
}
