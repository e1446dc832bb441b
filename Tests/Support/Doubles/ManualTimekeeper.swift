// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
import Synchronization
import Telephony

/// Time that passes only when a test says so.
package final class ManualTimekeeper: Timekeeper {
    private struct State {
        var uptime = Duration.seconds(1_000)
        var date = Date(timeIntervalSinceReferenceDate: 800_000_000)
        var sleepers: [UInt64: (until: Duration, wake: CheckedContinuation<Void, any Error>)] = [:]
        var cancelled: Set<UInt64> = []
        var nextID: UInt64 = 0
    }

    private let state = Mutex(State())

    package init() {}

    package var uptime: Duration { state.withLock(\.uptime) }
    package var date: Date { state.withLock(\.date) }

    /// How many tasks sleep now.
    package var sleeperCount: Int { state.withLock(\.sleepers.count) }

    /// Returns when a task sleeps that is to wake after so long a time from now.
    package func waitForSleeper(_ duration: Duration) async throws {
        try await within(.seconds(60), "a sleeper") { [self] in
            while !state.withLock({ state in state.sleepers.values.contains { $0.until == state.uptime + duration } }) {
                try await pause()
            }
        }
    }

    /// Lets both clocks run on and wakes whoever is due.
    package func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.uptime += duration
            state.date += Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
            let due = state.sleepers.filter { $0.value.until <= state.uptime }
            due.keys.forEach { state.sleepers[$0] = nil }
            return due.values.sorted { $0.until < $1.until }
        }
        due.forEach { $0.wake.resume() }
    }

    package func sleep(until uptime: Duration) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if state.uptime >= uptime { return .success(()) }
                    state.sleepers[id] = (uptime, continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: id)
                if sleeper == nil { state.cancelled.insert(id) }
                return sleeper
            }
            sleeper?.wake.resume(throwing: CancellationError())
        }
    }
}
