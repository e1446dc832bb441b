// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc

/// What the kernel tells of a process (proc(5)).
struct ProcessFigures {
    let pid: pid_t

    /// Proportional set size in kilobytes.
    var proportionalSetSize: Int { value("Pss:", in: "/proc/\(pid)/smaps_rollup") }

    /// How often its threads were switched away from, together: each wake-up makes one.
    var contextSwitches: Int {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
        return tasks.reduce(0) { sum, task in
            let status = "/proc/\(pid)/task/\(task)/status"
            return sum + value("voluntary_ctxt_switches:", in: status)
                + value("nonvoluntary_ctxt_switches:", in: status)
        }
    }

    /// Whether it has a file of this name in its memory.
    func hasMapped(_ name: String) -> Bool { Self.text("/proc/\(pid)/maps").contains("/\(name)") }

    private func value(_ label: String, in path: String) -> Int {
        for line in Self.text(path).split(separator: "\n") where line.hasPrefix(label) {
            return line.dropFirst(label.count).split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) } ?? 0
        }
        return 0
    }

    /// Files of /proc have no size to go by.
    private static func text(_ path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while case let count = read(descriptor, &chunk, chunk.count), count > 0 { text += chunk[..<count] }
        return String(decoding: text, as: UTF8.self)
    }
}
