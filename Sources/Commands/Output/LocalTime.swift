// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc

/// Dates and durations as a person reads them, in the computer's time zone.
///
/// Through the C library: FoundationEssentials knows no time zone but UTC.
struct LocalTime: Sendable {
    /// 2026-01-31 13:45
    func dateAndTime(_ date: Date) -> String { text(date, "%Y-%m-%d %H:%M") }

    /// 13:45:07
    func time(_ date: Date) -> String { text(date, "%H:%M:%S") }

    private func text(_ date: Date, _ format: String) -> String {
        guard var seconds = time_t(exactly: date.timeIntervalSince1970.rounded(.down)) else { return "?" }
        var parts = tm()
        // localtime_r alone keeps the zone that was read first, however far the person has travelled since.
        tzset()
        guard localtime_r(&seconds, &parts) != nil else { return "?" }
        var buffer = [CChar](repeating: 0, count: 64)
        let length = strftime(&buffer, buffer.count, format, &parts)
        return String(decoding: buffer.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// 4:07, or 1:04:07; hours are not limited.
    func duration(_ seconds: Double) -> String {
        guard let whole = Int(exactly: seconds.rounded()), whole >= 0 else { return "?" }
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        return hours > 0 ? "\(hours):\(padded(minutes)):\(padded(rest))" : "\(minutes):\(padded(rest))"
    }

    private func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
