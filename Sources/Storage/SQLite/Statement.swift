// SPDX-License-Identifier: Apache-2.0
import CSQLite
import Glibc
import Telephony

/// A prepared statement; parameters and columns are counted as SQLite counts them, from 1 and from 0.
final class Statement {
    private let handle: OpaquePointer
    private let path: String
    private let notes: StoreNotes?
    /// Whether it has been read from, without an error, since it was made ready.
    private var hasSucceeded = false

    init(
        _ sql: String, in database: OpaquePointer, path: String, _ notes: StoreNotes? = nil
    ) throws(TelephonyError) {
        var handle: OpaquePointer?
        let result = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard result == SQLITE_OK, let handle else { throw .last(of: database, path: path) }
        self.handle = handle
        self.path = path
        self.notes = notes
    }

    deinit { sqlite3_finalize(handle) }

    /// Whether there is a row to read.
    func step() throws(TelephonyError) -> Bool {
        let result = sqlite3_step(handle)
        hasSucceeded = result == SQLITE_ROW || result == SQLITE_DONE
        switch result {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            let error = TelephonyError.last(of: sqlite3_db_handle(handle), path: path)
            noteFailure(error)
            reset()
            throw error
        }
    }

    private var isRead: Bool { sqlite3_stmt_readonly(handle) != 0 }

    private func noteFailure(_ error: TelephonyError) {
        guard isRead, error != .unwanted else { return }
        let result = sqlite3_errcode(sqlite3_db_handle(handle)) & 0xff
        notes?.readFailed(error, isDamage: result == SQLITE_CORRUPT || result == SQLITE_NOTADB)
    }

    /// Runs a statement without rows and makes it ready for its next use.
    func run() throws(TelephonyError) {
        while try step() {}
        reset()
    }

    /// Ends the statement's read and forgets its values.
    func reset() {
        if hasSucceeded, isRead { notes?.readSucceeded() }
        hasSucceeded = false
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }
}

extension Statement {
    func bind(_ value: Int64, at index: Int32) { sqlite3_bind_int64(handle, index, value) }
    func bind(_ value: Int, at index: Int32) { sqlite3_bind_int64(handle, index, Int64(value)) }
    func bind(_ value: Bool, at index: Int32) { sqlite3_bind_int64(handle, index, value ? 1 : 0) }

    /// NaN becomes NULL.
    func bind(_ value: Double?, at index: Int32) {
        guard let value else { return bindNull(at: index) }
        sqlite3_bind_double(handle, index, value)
    }

    func bind(_ value: String?, at index: Int32) {
        guard var value else { return bindNull(at: index) }
        value.withUTF8 { utf8 in
            // A nil base address would bind NULL; the empty text has none.
            utf8.withMemoryRebound(to: CChar.self) { text in
                _ =
                    text.baseAddress.map { sqlite3_bind_text(handle, index, $0, Int32(text.count), transient) }
                    ?? sqlite3_bind_text(handle, index, "", 0, transient)
            }
        }
    }

    func bind(bytes: [UInt8], at index: Int32) {
        _ = bytes.withUnsafeBytes { sqlite3_bind_blob(handle, index, $0.baseAddress, Int32($0.count), transient) }
    }

    private func bindNull(at index: Int32) { sqlite3_bind_null(handle, index) }

    /// SQLITE_TRANSIENT, a macro with a cast that Swift does not import: SQLite copies the value.
    private var transient: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}

extension Statement {
    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
    func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    /// The empty text for NULL.
    func text(_ column: Int32) -> String { utf8(column).map { String(decoding: $0, as: UTF8.self) } ?? "" }

    /// The column's text where SQLite has it, until the next step; nil for NULL.
    func utf8(_ column: Int32) -> UnsafeBufferPointer<UInt8>? {
        guard let start = sqlite3_column_text(handle, column) else { return nil }
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    }

    func bytes(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(handle, column) else { return [] }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }
}

extension TelephonyError {
    /// The error that the connection's last call left.
    static func last(of database: OpaquePointer?, path: String) -> TelephonyError {
        // sqlite3_system_errno is not set when a COMMIT fails; nothing has failed in this thread since.
        let systemError = errno
        return .database(
            sqlite3_extended_errcode(database), systemError: systemError,
            detail: String(cString: sqlite3_errmsg(database)), path: path)
    }
}
