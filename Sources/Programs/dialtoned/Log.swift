// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The daemon's log: lines on standard error, with the journal's level marks when it is the journal that reads.
struct Log: Sendable {
    enum Level: String, Sendable {
        case error, info, debug

        var order: Int {
            switch self {
            case .error: 0
            case .info: 1
            case .debug: 2
            }
        }

        /// sd-daemon(3).
        var mark: String {
            switch self {
            case .error: "<3>"
            case .info: "<6>"
            case .debug: "<7>"
            }
        }
    }

    let level: Level
    private let isJournal = getenv("JOURNAL_STREAM") != nil

    init(level: Level) { self.level = level }

    func callAsFunction(_ level: Level, _ text: String) {
        guard level.order <= self.level.order else { return }
        let line = (isJournal ? level.mark : "dialtoned: ") + text.replacing("\n", with: " ")
        // At most what a pipe that has room takes whole: beyond, the write would wait for the reader.
        let bytes = Array(line.utf8.prefix(Int(PIPE_BUF) - 1)) + [UInt8(ascii: "\n")]
        guard Self.hasRoom else { return }
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }

    /// Whether somebody reads the log. A line is lost where nobody does: a call does not wait for a reader.
    private static var hasRoom: Bool {
        var output = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        return poll(&output, 1, 0) > 0 && Int32(output.revents) & POLLOUT != 0
    }
}
