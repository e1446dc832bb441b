// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Synchronization
internal import Telephony

/// The services last reported, for readers that cannot await.
final class ServiceSnapshot: Sendable {
    /// How long the first read waits for the first report.
    static let patience = Duration.seconds(1)

    private struct State {
        var services: [CellularService]?
        /// Why there are none, when that was the last report.
        var trouble: TelephonyError?
        /// When nobody waits any longer; set by the first read.
        var deadline: DispatchTime?
    }

    private let state = Mutex(State())
    /// A turnstile: opened by the first report, and by everybody who passes for the next one.
    private let arrived = DispatchSemaphore(value: 0)
    private let patience: Duration

    init(patience: Duration = ServiceSnapshot.patience) {
        self.patience = patience
    }

    /// What can dial; waits for the first report until `patience` has passed since the first read.
    var current: [CellularService] {
        let (known, deadline) = state.withLock { state in
            let deadline = state.deadline ?? .now() + .nanoseconds(Int(patience / .nanoseconds(1)))
            state.deadline = deadline
            return (state.services, deadline)
        }
        if let known { return known }
        if arrived.wait(timeout: deadline) == .success { arrived.signal() }
        return state.withLock { $0.services ?? [] }
    }

    /// Why `current` is empty; nil when it is not, or nothing is wrong.
    var trouble: TelephonyError? { state.withLock(\.trouble) }

    /// Takes a report; lets waiting readers go.
    func update(_ services: [CellularService], because trouble: TelephonyError? = nil) {
        let isFirst = state.withLock { state in
            defer { (state.services, state.trouble) = (services, trouble) }
            return state.services == nil
        }
        if isFirst { arrived.signal() }
    }
}
