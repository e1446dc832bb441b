// SPDX-License-Identifier: Apache-2.0
import Telephony

// The ways to wait that a room may use. Those of the standard library take closures that leave the actor of a function
// which has none of its own, and the compiler says nothing (docs/decisions/0007-rooms.md); these stay, for `isolation` is theirs.

extension Timekeeper {
    /// Waits in `body`. When that takes until an instant, `late` happens, once, and the waiting goes on: what is late says
    /// so to whatever is waited for. The one place that races a clock.
    func race<Value>(
        until instant: Duration, isolation: isolated (any Actor)? = #isolation, late: @escaping @Sendable () -> Void,
        _ body: () async throws -> Value
    ) async rethrows -> Value {
        try await withThrowingTaskGroup(of: Void.self, isolation: isolation) { group in
            _ = isolation
            group.addTask { if (try? await sleep(until: instant)) != nil { late() } }
            defer { group.cancelAll() }
            return try await body()
        }
    }
}

/// Waits for a continuation that `begin` hands to whoever will resume it; `leave` happens, anywhere, when the task is
/// cancelled meanwhile.
func waitCancellably<Value>(
    isolation: isolated (any Actor)? = #isolation, leave: @escaping @Sendable () -> Void,
    _ begin: (CheckedContinuation<Value, any Error>) -> Void
) async throws -> Value {
    try await withTaskCancellationHandler(
        operation: {
            _ = isolation
            return try await withCheckedThrowingContinuation(isolation: isolation, begin)
        }, onCancel: leave, isolation: isolation)
}

/// What came of something that waits.
func outcome<Value>(_ body: () async throws -> Value) async -> Result<Value, any Error> {
    do { return .success(try await body()) } catch { return .failure(error) }
}
