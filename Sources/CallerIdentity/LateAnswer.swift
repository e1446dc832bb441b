// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// A value that somebody waits for, who may give up before it comes.
final class LateAnswer<Value: Sendable>: Sendable {
    private enum State {
        case nothing
        case awaited(CheckedContinuation<Value, any Error>)
        case given(Result<Value, any Error>)
    }

    private let state = Mutex<State>(.nothing)

    var isAwaited: Bool { state.withLock { if case .given = $0 { false } else { true } } }

    /// The value. Throws `CancellationError` at once when the task is cancelled.
    var value: Value {
        get async throws {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { wait($0) }
            } onCancel: {
                give(.failure(CancellationError()))
            }
        }
    }

    /// The first one counts.
    func give(_ result: Result<Value, any Error>) {
        let waiter: CheckedContinuation<Value, any Error>? = state.withLock { state in
            switch state {
            case .given: return nil
            case .nothing:
                state = .given(result)
                return nil
            case .awaited(let waiter):
                state = .given(result)
                return waiter
            }
        }
        waiter?.resume(with: result)
    }

    private func wait(_ waiter: CheckedContinuation<Value, any Error>) {
        let result: Result<Value, any Error>? = state.withLock { state in
            if case .given(let result) = state { return result }
            state = .awaited(waiter)
            return nil
        }
        if let result { waiter.resume(with: result) }
    }
}
