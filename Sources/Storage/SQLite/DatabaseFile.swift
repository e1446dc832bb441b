// SPDX-License-Identifier: Apache-2.0
import CSQLite
import Glibc
import Telephony

/// The file on disk, before SQLite touches it.
enum DatabaseFile {
    /// Opens the file, makes it first where it is missing, and brings its schema up to date.
    ///
    /// - Throws: `databaseUnreadable`, `databaseReadOnly`, `databaseNewer` or `diskFull`; a newer file and a
    ///   foreign one are left byte for byte as they were.
    static func open(_ path: String, _ notes: StoreNotes? = nil) throws(TelephonyError) -> Database {
        try checkVersion(of: path)
        let database = try Database(path: path, access: .readingAndWriting, notes: notes)
        try Schema.check(database)
        try database.execute(
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
            PRAGMA journal_size_limit = \(Store.logPagesKept * 4_096)
            """)
        database.watchLog()
        try Schema.bringUpToDate(database)
        return database
    }

    /// Makes the missing part of the folder path; history is the person's alone, so mode 0700.
    static func makeFolder(of path: String) throws(TelephonyError) {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        let folder = String(path[..<slash])
        if access(folder, F_OK) == 0 { return }
        try makeFolder(of: folder)
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw .file(errno, path: folder) }
    }

    /// Makes an empty file with mode 0600 (SQLite gives its log the same), or looks into the one that is there.
    private static func checkVersion(of path: String) throws(TelephonyError) {
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let error = errno
            let isForbidden = [EACCES, EPERM, EROFS].contains(error)
            throw isForbidden && access(path, R_OK) == 0 ? .readOnly(path) : .file(error, path: path)
        }
        let header = readHeader(descriptor)
        close(descriptor)
        guard !header.isEmpty else { return }
        guard let header = Header(header) else { throw .unreadable(path, "is not a SQLite database") }
        try Schema.check(version: header.version, applicationID: header.applicationID, path: path)
        if hasLog(path) { try checkVersionInLog(of: path) }
    }

    private static func readHeader(_ descriptor: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Header.size) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress, Header.size, 0))
        }
    }

    /// Whether a program that was killed left a log; the version in it counts.
    private static func hasLog(_ path: String) -> Bool {
        var status = stat()
        return stat(path + "-wal", &status) == 0 && status.st_size > 0
    }

    /// Reads the version through a connection that cannot write, and so not copy the log into the file either.
    private static func checkVersionInLog(of path: String) throws(TelephonyError) {
        let database = try Database(path: path, access: .reading)
        try Schema.check(database)
    }
}

/// The first hundred bytes of the file (SQLite's "Database File Format", section 1.3).
private struct Header {
    static let size = 100
    let version: Int32
    let applicationID: Int32

    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size, bytes.starts(with: Array("SQLite format 3\0".utf8)) else { return nil }
        func number(at offset: Int) -> Int32 {
            Int32(bitPattern: bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt32($1) })
        }
        version = number(at: 60)
        applicationID = number(at: 68)
    }
}
