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
        let line = (isJournal ? level.mark : "dialtoned: ") + text.replacing("\n", with: " ") + "\n"
        _ = line.utf8CString.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count - 1) }
    }
}
