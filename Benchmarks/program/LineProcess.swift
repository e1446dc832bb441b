// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport

/// A baseline: a program that is asked by lines on its standard input and answers by lines.
final class LineProcess {
    let pid: pid_t
    private let socket: Int32
    private var buffer: [UInt8] = []

    init(_ arguments: [String], environment: [String: String]) throws {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw MeasurementFailed(description: "no socketpair") }
        socket = ends[0]
        defer { close(ends[1]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        let argv = arguments.map { strdup($0) } + [nil]
        let envp = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var child: pid_t = 0
        guard posix_spawn(&child, arguments[0], &actions, nil, argv, envp) == 0 else {
            throw MeasurementFailed(description: "cannot run \(arguments[0])")
        }
        pid = child
    }

    deinit {
        close(socket)
        kill(pid, SIGKILL)
        var status: Int32 = 0
        waitpid(pid, &status, 0)
    }

    func tell(_ line: String) throws {
        let bytes = Array((line + "\n").utf8)
        guard send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw MeasurementFailed(description: "the baseline has ended")
        }
    }

    func readLine() throws -> String {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                defer { buffer.removeSubrange(...end) }
                return String(decoding: buffer[..<end], as: UTF8.self)
            }
            var chunk = [UInt8](repeating: 0, count: 4_096)
            let count = recv(socket, &chunk, chunk.count, 0)
            guard count > 0 else { throw MeasurementFailed(description: "the baseline has ended") }
            buffer += chunk[..<count]
        }
    }

    /// Asks, and returns the words of the answer.
    func ask(_ line: String) throws -> [String] {
        try tell(line)
        return try words()
    }

    /// The words of the next line.
    func words() throws -> [String] { try readLine().split(separator: " ").map(String.init) }
}
