// SPDX-License-Identifier: Apache-2.0
import CSQLite
import Glibc
import Telephony

extension TelephonyError {
    /// What SQLite's result code means for the person, with what to do next.
    ///
    /// - Parameters:
    ///   - result: an extended result code.
    ///   - systemError: `errno` as it was left; looked at for an I/O error alone.
    ///   - detail: SQLite's own words; they hold no bound value.
    static func database(_ result: Int32, systemError: Int32 = 0, detail: String, path: String) -> TelephonyError {
        let primary = result & 0xff
        if primary == SQLITE_FULL || (primary == SQLITE_IOERR && isFull(systemError)) { return .diskFull(path) }
        switch primary {
        case SQLITE_INTERRUPT:
            return .unwanted
        case SQLITE_READONLY:
            return .readOnly(path)
        case SQLITE_BUSY, SQLITE_LOCKED:
            return Self(.databaseUnreadable, "another program holds \(path) locked; end it and try again")
        case SQLITE_NOTADB, SQLITE_CORRUPT:
            return .unreadable(path, "is damaged or not a Dialtone database (\(detail))")
        default:
            return .unreadable(path, "cannot be used (\(detail); \(result))")
        }
    }

    static func inUse(_ path: String) -> TelephonyError {
        Self(.databaseUnreadable, "another Dialtone keeps \(path); end it and try again")
    }

    static func diskFull(_ path: String) -> TelephonyError {
        Self(.diskFull, "there is no room on the disk for \(path); free some space, what waits is written then")
    }

    static func readOnly(_ path: String) -> TelephonyError {
        Self(.databaseReadOnly, "\(path) cannot be written; make the file and its folder writable for this user")
    }

    static func unreadable(_ path: String, _ why: String) -> TelephonyError {
        Self(.databaseUnreadable, "\(path) \(why); repair it, or move it away and a new one is made")
    }

    static func newer(_ path: String, version: Int32) -> TelephonyError {
        Self(
            .databaseNewer,
            "\(path) was written by a newer Dialtone (format \(version)); update Dialtone, the file was left as it is")
    }

    /// What `errno` says of a file or folder that could not be opened or made.
    static func file(_ error: Int32, path: String) -> TelephonyError {
        switch error {
        case EROFS: .readOnly(path)
        case _ where isFull(error): .diskFull(path)
        default:
            Self(
                .databaseUnreadable,
                "\(path) cannot be opened (\(String(cString: strerror(error)))); check the path and its permissions")
        }
    }

    private static func isFull(_ error: Int32) -> Bool { error == ENOSPC || error == EDQUOT || error == EFBIG }
}
