// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// What came over a stream, to wait for and to look back on.
package final class EventLog<Event: Sendable>: Sendable {
    private struct State {
        var events: [Event] = []
        var cursor = 0
        var isOver = false
        var waiter: (fits: @Sendable (Event) -> Bool, wake: CheckedContinuation<Event?, Never>)?
    }

    private let state = Mutex(State())

    package init() {}

    /// Every event so far, in order.
    package var events: [Event] { state.withLock(\.events) }

    /// Follows a stream to its end; to be run as a task of its own.
    package func follow(_ stream: AsyncStream<Event>) async {
        for await event in stream { append(event) }
        finish()
    }

    /// Nothing more will come.
    package func finish() {
        state.withLock { state in
            state.isOver = true
            state.waiter?.wake.resume(returning: nil)
            state.waiter = nil
        }
    }

    /// Returns when nothing more will come. Throws `DeadlineExceeded`.
    package func waitUntilOver(_ what: String, limit: Duration = .seconds(120)) async throws {
        _ = try await within(limit, what) { await self.wait { _ in false } }
    }

    /// Adds what was read elsewhere.
    package func append(_ event: Event) {
        state.withLock { state in
            state.events.append(event)
            guard let waiter = state.waiter, waiter.fits(event) else { return }
            state.cursor = state.events.count
            state.waiter = nil
            waiter.wake.resume(returning: event)
        }
    }

    /// The next event, after the last one waited for, that fits. Throws `DeadlineExceeded`.
    @discardableResult
    package func next(
        _ what: String, limit: Duration = .seconds(120), where fits: @escaping @Sendable (Event) -> Bool
    ) async throws -> Event {
        let event = try await within(limit, what) { await self.wait(fits) }
        guard let event else { throw DeadlineExceeded(description: "the stream ended before \(what)") }
        return event
    }

    /// What came after the last event waited for.
    func takeRest() -> [Event] {
        state.withLock { state in
            defer { state.cursor = state.events.count }
            return Array(state.events[state.cursor...])
        }
    }

    /// The next event, after the last one waited for; nil when nothing more will come.
    func next() async -> Event? { await wait { _ in true } }

    private func wait(_ fits: @escaping @Sendable (Event) -> Bool) async -> Event? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { wake in
                state.withLock { state in
                    let rest = state.events[state.cursor...]
                    if let index = rest.firstIndex(where: fits) {
                        state.cursor = index + 1
                        wake.resume(returning: rest[index])
                    } else if Task.isCancelled || state.isOver {
                        wake.resume(returning: nil)
                    } else {
                        state.waiter = (fits, wake)
                    }
                }
            }
        } onCancel: {
            state.withLock { state in
                state.waiter?.wake.resume(returning: nil)
                state.waiter = nil
            }
        }
    }
}
