// SPDX-License-Identifier: Apache-2.0
import CSystemd
import Glibc
import Synchronization

/// The tasks that wait for an instant, and the one timer of CLOCK_BOOTTIME that fires for the earliest.
///
/// A timerfd and not a time-out of poll(2), because the latter does not count the time the machine was suspended.
final class Sleepers: Sendable {
    private struct State {
        var heap = SleeperHeap()
        var armed: Duration?
    }

    let descriptor = timerfd_create(CLOCK_BOOTTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
    private let state = Mutex(State())
    private let lastID = Atomic<UInt64>(0)

    init() { precondition(descriptor >= 0, "no descriptor left for a timer") }

    deinit { close(descriptor) }

    func sleep(until deadline: Duration) async throws {
        try Task.checkCancellation()
        let id = lastID.add(1, ordering: .relaxed).newValue
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                state.withLock { state in
                    state.heap.insert(Sleeper(id: id, deadline: deadline) { continuation.resume(with: $0) })
                    arm(&state)
                }
                // A cancellation from before the insertion found nothing to cancel.
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    /// Resumes those whose time has come.
    func fire() {
        var expirations: UInt64 = 0
        _ = read(descriptor, &expirations, 8)
        let now = SystemClock.duration(CLOCK_BOOTTIME)
        let due = state.withLock { state in
            var due: [Sleeper] = []
            while let sleeper = state.heap.popDue(at: now) { due.append(sleeper) }
            state.armed = nil
            arm(&state)
            return due
        }
        for sleeper in due { sleeper.wake(.success(())) }
    }

    private func cancel(_ id: UInt64) {
        let sleeper = state.withLock { state in
            defer { arm(&state) }
            return state.heap.remove(id: id)
        }
        sleeper?.wake(.failure(CancellationError()))
    }

    private func arm(_ state: inout State) {
        guard state.heap.earliest != state.armed else { return }
        state.armed = state.heap.earliest
        var setting = itimerspec()
        if let deadline = state.armed {
            let parts = max(deadline, .nanoseconds(1)).components
            setting.it_value.tv_sec = Int(clamping: parts.seconds)
            setting.it_value.tv_nsec = Int(parts.attoseconds / 1_000_000_000)
        }
        timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
}
