// SPDX-License-Identifier: Apache-2.0
import Glibc
import Telephony

/// Keeps a second Dialtone from the database for as long as this value lives; the kernel ends it with the process.
///
/// On a file of its own: closing any descriptor of the database's would end SQLite's own locks (POSIX locks).
struct DatabaseLock: ~Copyable {
    private let descriptor: Int32

    /// Throws `databaseUnreadable` when another program has it, or when the lock's own file is unusable, and what keeps it
    /// from being made: without a lock two programs would write.
    init(of path: String) throws(TelephonyError) { descriptor = try Self.take(path + ".lock", of: path) }

    /// Apart from `init`, which would run `deinit` too when it throws with the descriptor set.
    private static func take(_ name: String, of path: String) throws(TelephonyError) -> Int32 {
        let descriptor = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(errno, name, of: path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return descriptor }
        close(descriptor)
        throw .inUse(path)
    }

    private static func failure(_ error: Int32, _ name: String, of path: String) -> TelephonyError {
        // Where no lock can be made because the folder is closed, the database cannot be written either.
        let isMissing = access(name, F_OK) != 0
        guard isMissing, [EACCES, EPERM, EROFS].contains(error) else { return .file(error, path: name) }
        return access(path, F_OK) == 0 && access(path, R_OK) != 0 ? .file(error, path: path) : .readOnly(path)
    }

    deinit {
        // Closing alone leaves the lock to a child process that is between fork and exec and still has the descriptor.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
