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
        try self.init(arguments, all: Self.environment(environment)) { actions in
            posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
            posix_spawn_file_actions_adddup2(&actions, 1, 2)
        }
    }

    /// - Parameters:
    ///   - output: what becomes standard output; stays the caller's.
    ///   - errors: what becomes standard error; stays the caller's.
    package convenience init(_ arguments: [String], environment: [String: String], output: Int32, errors: Int32) throws
    {
        try self.init(arguments, all: Self.environment(environment)) { actions in
            posix_spawn_file_actions_adddup2(&actions, output, 1)
            posix_spawn_file_actions_adddup2(&actions, errors, 2)
        }
    }

    /// Starts a program and returns once it has said in a line on a descriptor that it is ready, with that line.
    ///
    /// - Parameters:
    ///   - environment: all that it gets, as `NAME=value`; nil: what the test has.
    ///   - descriptor: standard output, or one above standard error.
    package static func ready(
        _ arguments: [String], environment: [String]? = nil, saying descriptor: Int32 = 1, log: String
    ) throws -> (process: ChildProcess, line: String) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SpawnFailed(description: "pipe: errno \(errno)") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        let child = Result {
            try ChildProcess(arguments, all: environment ?? Self.environment([:])) { actions in
                posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
                posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
                posix_spawn_file_actions_adddup2(&actions, ends[1], descriptor)
            }
        }
        close(ends[1])
        let process = try child.get()
        guard let line = readLine(ends[0]) else {
            throw SpawnFailed(description: "\(arguments[0]) ended before it was ready; see \(log)")
        }
        return (process, line)
    }

    /// nil when the other end is closed before the line ends.
    private static func readLine(_ descriptor: Int32) -> String? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) == 1 {
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }

    private init(
        _ arguments: [String], all environment: [String],
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
        let envp = environment.map { strdup($0) } + [nil]
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
