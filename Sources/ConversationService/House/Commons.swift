// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// What every room may use. It holds nothing of the service's state.
struct Commons: Sendable {
    /// Time, and timers.
    let time: any Timekeeper
    /// Work that has to wait.
    let jobs = Jobs()
    /// What changes, told to whoever shows it to the outside.
    let news = News()
    /// Where lines without numbers and names go.
    let log: @Sendable (String) -> Void

    /// The time since boot.
    var now: Duration { time.uptime }

    /// Logs a line about a conversation, under as much of its identifier as `dialtone` shows.
    func logLine(_ id: UUID, _ text: String) { log("\(id.uuidString.prefix(8)): \(text)") }
}

extension TelephonyError {
    /// What whoever waits is told when the service ends.
    static let serviceHasEnded = TelephonyError(
        .serviceUnavailable, "dialtoned is ending; try again once it is back")

    /// Any error as one of ours, under a code of its own when it is none.
    init(_ error: any Error, as code: Code) {
        self = error as? TelephonyError ?? TelephonyError(code, "\(error)")
    }
}
