// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc

/// A run of `dialtone-storage-exerciser`, which stands beside the test program.
final class Exerciser {
    private let pid: pid_t
    private let output: Int32
    private var isReaped = false

    /// The program's path.
    static let path: String = {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return own.prefix(upTo: own.lastIndex(of: "/") ?? own.endIndex) + "/dialtone-storage-exerciser"
    }()

    init(_ arguments: String..., prefix: [String] = []) {
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        let command = prefix + [Self.path] + arguments
        var argv = command.map { strdup($0) } + [nil]
        var pid: pid_t = 0
        posix_spawn(&pid, command[0], &actions, nil, &argv, environ)
        argv.forEach { free($0) }
        posix_spawn_file_actions_destroy(&actions)
        close(ends[1])
        self.pid = pid
        output = ends[0]
    }

    deinit {
        kill()
        close(output)
    }

    /// Kills it after it has written something and then run for so many microseconds; returns all its lines.
    func kill(afterFirstLineAnd microseconds: Int) -> [String] {
        var bytes: [UInt8] = []
        _ = read(into: &bytes)
        // The pipe holds what it writes meanwhile: some 64 KiB, a second's worth.
        var instant = timespec(tv_sec: 0, tv_nsec: microseconds * 1_000)
        nanosleep(&instant, nil)
        kill()
        return rest(after: bytes)
    }

    /// Its lines once it has ended by itself.
    func lines() -> [String] { rest(after: []) }

    private func rest(after bytes: [UInt8]) -> [String] {
        var bytes = bytes
        while read(into: &bytes) {}
        // What follows the last line end was cut off by the kill.
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast().map(String.init)
    }

    /// Milliseconds after which a silent program counts as hanging.
    private static let patience: Int32 = 20_000

    /// False: its end, or nothing came in time.
    private func read(into bytes: inout [UInt8]) -> Bool {
        var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, Self.patience) > 0 else { return false }
        var chunk = [UInt8](repeating: 0, count: 4_096)
        let count = Glibc.read(output, &chunk, chunk.count)
        bytes += chunk[..<max(0, count)]
        return count > 0
    }

    private func kill() {
        guard !isReaped else { return }
        isReaped = true
        Glibc.kill(pid, SIGKILL)
        waitpid(pid, nil, 0)
    }
}
