// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// How much memory a process has, in KiB (/proc/PID/status, proc(5)).
enum ProcessMemory {
    /// What the daemon may keep after messages of 64 MiB.
    static let boundAfterLargeMessages = 16_384
    /// What it may keep after floods, and what two more may add when some of the same size have been.
    static let boundAfterFlood = 32_768
    static let boundOfFurtherFloods = 2_048

    static func resident(_ pid: Int32) -> Int? { field("VmRSS", of: pid) }

    /// The most it ever had.
    static func peak(_ pid: Int32) -> Int? { field("VmHWM", of: pid) }

    private static func field(_ name: String, of pid: Int32) -> Int? {
        let text = (try? String(contentsOf: URL(filePath: "/proc/\(pid)/status"), encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("\(name):") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
    }
}
