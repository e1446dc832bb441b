// SPDX-License-Identifier: Apache-2.0
import Glibc

/// When a process began: /proc/PID/stat, field 22 (proc(5)).
enum ProcessStart {
    /// Time since boot, with suspend counted as in `EventLoop.uptime`, rounded down to a tick of 10 ms.
    static func time(of pid: Int32) -> Duration? {
        let descriptor = open("/proc/\(pid)/stat", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &bytes, bytes.count)
        return time(stat: String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
    }

    /// The program's name in the line may hold anything, so what counts begins after the last bracket, with field 3.
    static func time(stat text: String, ticksPerSecond: Int = sysconf(Int32(_SC_CLK_TCK))) -> Duration? {
        guard ticksPerSecond > 0, let bracket = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: bracket)...].split(separator: " ")
        guard fields.count > 19, let ticks = Int(fields[19]), ticks >= 0 else { return nil }
        let (milliseconds, isTooMuch) = ticks.multipliedReportingOverflow(by: 1000)
        return isTooMuch ? nil : .milliseconds(milliseconds / ticksPerSecond)
    }
}
