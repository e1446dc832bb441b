// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Wakes the one task that waits; rung before anybody waits, the next wait returns at once.
final class Bell: Sendable {
    private enum State {
        case silent, rung
        case awaited(CheckedContinuation<Void, Never>)
    }

    private let state = Mutex(State.silent)

    func ring() {
        let waiting: CheckedContinuation<Void, Never>? = state.withLock { state in
            if case .awaited(let waiting) = state {
                state = .silent
                return waiting
            }
            state = .rung
            return nil
        }
        waiting?.resume()
    }

    /// Returns when it is rung or the task is cancelled.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiting in
                let isRung = state.withLock { state in
                    guard case .rung = state else {
                        state = .awaited(waiting)
                        return false
                    }
                    state = .silent
                    return true
                }
                if isRung { waiting.resume() }
            }
        } onCancel: {
            ring()
        }
    }
}
