// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Synchronization
import Telephony

/// A clock that stands still until a test moves it.
final class TestClock: Timekeeper {
    private struct State {
        var now = Duration.zero
        var sleepers: [UUID: (until: Duration, CheckedContinuation<Void, any Error>)] = [:]
        var cancelled: Set<UUID> = []
    }

    private let state = Mutex(State())

    var uptime: Duration { state.withLock(\.now) }
    var date: Date { Date(timeIntervalSince1970: 0) }
    var sleepers: Int { state.withLock(\.sleepers.count) }

    func move(by seconds: Double) {
        let due = state.withLock { state in
            state.now += .seconds(seconds)
            let now = state.now
            let due = state.sleepers.filter { $0.value.until <= now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.1)
        }
        for sleeper in due { sleeper.resume() }
    }

    func sleep(until uptime: Duration) async throws {
        let id = UUID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { sleeper in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if state.now >= uptime { return .success(()) }
                    state.sleepers[id] = (uptime, sleeper)
                    return nil
                }
                if let outcome { sleeper.resume(with: outcome) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: id)
                if sleeper == nil { state.cancelled.insert(id) }
                return sleeper
            }
            sleeper?.1.resume(throwing: CancellationError())
        }
    }
}
