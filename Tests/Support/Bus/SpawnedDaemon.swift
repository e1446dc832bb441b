// SPDX-License-Identifier: Apache-2.0
import DBus
import Glibc

/// A program that tells in its first line, on a descriptor of its own, that it is ready.
struct SpawnedDaemon {
    let pid: pid_t
    let firstLine: String

    /// `printing` is the option that takes the number of the descriptor.
    init(_ program: String, _ arguments: [String], environment: [String], printing: String) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Self.failure("pipe") }
        defer { close(ends[0]) }
        _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        let child = Self.spawn(program, arguments + ["\(printing)=3"], environment, passing: ends[1])
        close(ends[1])
        pid = try child.get()
        firstLine = Self.readLine(ends[0])
        guard !firstLine.isEmpty else {
            var status: Int32 = 0
            waitpid(pid, &status, 0)
            throw DBusError(DBusError.noServer, "\(program) did not start")
        }
    }

    private static func spawn(
        _ program: String, _ arguments: [String], _ environment: [String], passing descriptor: Int32
    ) -> Result<pid_t, DBusError> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, descriptor, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The threads that tasks run on block all signals, SIGTERM too, and a child would inherit that.
        var mask = sigset_t()
        sigemptyset(&mask)
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let texts = ([program] + arguments).map { strdup($0) }
        let variables = environment.map { strdup($0) }
        defer { for text in texts + variables { free(text) } }
        var pid: pid_t = 0
        let result = posix_spawn(&pid, program, &actions, &attributes, texts + [nil], variables + [nil])
        return result == 0 ? .success(pid) : .failure(failure("start \(program)", result))
    }

    private static func readLine(_ descriptor: Int32) -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    private static func failure(_ what: String, _ code: Int32 = errno) -> DBusError {
        DBusError(DBusError.failed, "\(what): \(String(cString: strerror(code)))")
    }
}
