// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// A process's place among the jobs of its terminal (proc(5), /proc/PID/stat).
struct TerminalJob: Sendable {
    let parent: Int32
    let session: Int32
    /// Device number of the controlling terminal; 0 for none.
    let terminal: UInt64
    let isInForeground: Bool
    /// Whether it was stopped, as by Ctrl-Z.
    let isStopped: Bool

    init?(pid: Int32) {
        guard let text = try? String(contentsOf: URL(filePath: "/proc/\(pid)/stat"), encoding: .utf8) else {
            return nil
        }
        self.init(stat: text)
    }

    /// Parses a stat line; the program's name in it may hold anything, so what counts begins after the last bracket.
    init?(stat text: String) {
        guard let bracket = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: bracket)...].split(separator: " ").map(String.init)
        guard fields.count > 5, let parent = Int32(fields[1]), let group = Int32(fields[2]),
            let session = Int32(fields[3]),
            let terminal = Int32(fields[4]), let foreground = Int32(fields[5])
        else { return nil }
        self.parent = parent
        self.session = session
        self.terminal = UInt64(UInt32(bitPattern: terminal))
        isInForeground = group == foreground
        isStopped = ["T", "t"].contains(fields[0])
    }
}
