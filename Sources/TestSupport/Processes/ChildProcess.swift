// SPDX-License-Identifier: Apache-2.0
package import Glibc
import Synchronization

/// A program could not be run.
package struct SpawnFailed: Error, CustomStringConvertible {
    package var description: String
}

/// A program that a test started and ends by its process id.
package final class ChildProcess: Sendable {
    package let pid: pid_t
    private let isReaped = Mutex(false)

    /// - Parameters:
    ///   - arguments: the program's absolute path, then its arguments.
    ///   - environment: in addition to the test's own.
    ///   - log: the file that standard output and error are appended to.
    package init(_ arguments: [String], environment: [String: String] = [:], log: String) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
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

    package func signal(_ number: Int32) {
        isReaped.withLock { if !$0 { _ = Glibc.kill(pid, number) } }
    }

    /// Kills the program and collects it; returns when it is gone.
    package func kill() {
        isReaped.withLock { isReaped in
            guard !isReaped else { return }
            isReaped = true
            _ = Glibc.kill(pid, SIGKILL)
            var status: Int32 = 0
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        }
    }
}
