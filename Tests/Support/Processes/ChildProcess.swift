// SPDX-License-Identifier: Apache-2.0
package import Glibc
import Synchronization

/// A program could not be run.
package struct SpawnFailed: Error, CustomStringConvertible {
    package var description: String
}

/// A program that a test started and ends by its process id.
package final class ChildProcess: Sendable {
    /// The process.
    package let pid: pid_t
    /// How it ended, once it has been collected: until then the pid is ours.
    private let ending = Mutex<Int32?>(nil)

    /// - Parameters:
    ///   - arguments: the program's absolute path, then its arguments.
    ///   - environment: in addition to the test's own.
    ///   - log: the file that standard output and error are appended to.
    package convenience init(_ arguments: [String], environment: [String: String] = [:], log: String) throws {
        try self.init(arguments, environment) { actions in
            posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
            posix_spawn_file_actions_adddup2(&actions, 1, 2)
        }
    }

    /// - Parameters:
    ///   - output: what becomes standard output; stays the caller's.
    ///   - errors: what becomes standard error; stays the caller's.
    package convenience init(_ arguments: [String], environment: [String: String], output: Int32, errors: Int32) throws
    {
        try self.init(arguments, environment) { actions in
            posix_spawn_file_actions_adddup2(&actions, output, 1)
            posix_spawn_file_actions_adddup2(&actions, errors, 2)
        }
    }

    /// Starts a program and returns once it has printed a line on standard output, by which it says that it is ready.
    package static func ready(_ arguments: [String], log: String) throws -> ChildProcess {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SpawnFailed(description: "pipe: errno \(errno)") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        let child = Result {
            try ChildProcess(arguments, [:]) { actions in
                posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
                posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
            }
        }
        close(ends[1])
        var byte: UInt8 = 0
        while byte != UInt8(ascii: "\n") {
            guard read(ends[0], &byte, 1) == 1 else {
                throw SpawnFailed(description: "\(arguments[0]) ended before it was ready; see \(log)")
            }
        }
        return try child.get()
    }

    private init(
        _ arguments: [String], _ environment: [String: String],
        redirect: (inout posix_spawn_file_actions_t) -> Void
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        redirect(&actions)
        // Threads of the Swift runtime block signals, and a child would inherit that.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let argv = arguments.map { strdup($0) } + [nil]
        let envp = Self.environment(environment).map { strdup($0) } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var pid: pid_t = 0
        let status = posix_spawn(&pid, arguments[0], &actions, &attributes, argv, envp)
        guard status == 0 else {
            throw SpawnFailed(description: "cannot run \(arguments[0]): \(String(cString: strerror(status)))")
        }
        self.pid = pid
    }

    deinit { kill() }

    private static func environment(_ more: [String: String]) -> [String] {
        var lines: [String] = []
        var next = environ
        while let line = next.pointee {
            lines.append(String(cString: line))
            next += 1
        }
        let names = more.keys.map { $0 + "=" }
        return lines.filter { line in !names.contains { line.hasPrefix($0) } } + more.map { "\($0)=\($1)" }
    }

    /// Sends it a signal, unless it has ended.
    package func signal(_ number: Int32) {
        ending.withLock { if $0 == nil { _ = Glibc.kill(pid, number) } }
    }

    /// Kills the program and collects it; returns when it is gone.
    package func kill() { collect(killing: true) }

    /// Collects a program that is ending; its exit status, or 128 and the signal that ended it.
    ///
    /// Blocks its thread until the program is gone.
    @discardableResult
    package func collect(killing: Bool = false) -> Int32 {
        ending.withLock { ending in
            if let ending { return ending }
            if killing { _ = Glibc.kill(pid, SIGKILL) }
            var status: Int32 = 0
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
            let code = status & 0x7f == 0 ? status >> 8 & 0xff : 128 + (status & 0x7f)
            ending = code
            return code
        }
    }
}
