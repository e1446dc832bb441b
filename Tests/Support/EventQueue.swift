// SPDX-License-Identifier: Apache-2.0

/// A stream read one event at a time by a test that waits for the one it wants.
package actor EventQueue<Event: Sendable> {
    private var pending: [Event] = []
    private var waiter: CheckedContinuation<Event?, Never>?
    private var hasEnded = false
    private var pump: Task<Void, Never>?

    /// Collects the events of a stream from now on.
    package init(_ stream: AsyncStream<Event>) {
        Task { await self.start(stream) }
    }

    deinit { pump?.cancel() }

    private func start(_ stream: AsyncStream<Event>) {
        pump = Task { [weak self] in
            for await event in stream { await self?.push(event) }
            await self?.finish()
        }
    }

    private func push(_ event: Event) {
        if let waiter {
            self.waiter = nil
            waiter.resume(returning: event)
        } else {
            pending.append(event)
        }
    }

    private func finish() {
        hasEnded = true
        waiter?.resume(returning: nil)
        waiter = nil
    }

    /// Reads no further.
    package func stop() {
        pump?.cancel()
        finish()
    }

    /// What came and was not asked for yet.
    package func drained() -> [Event] {
        defer { pending = [] }
        return pending
    }

    /// The next event; nil when the stream has ended.
    package func next() async -> Event? {
        if !pending.isEmpty { return pending.removeFirst() }
        guard !hasEnded else { return nil }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter = $0 }
        } onCancel: {
            Task { await self.giveUp() }
        }
    }

    private func giveUp() {
        waiter?.resume(returning: nil)
        waiter = nil
    }

    /// Skips events until one is picked; throws when the stream ends first.
    package func first<Picked: Sendable>(_ pick: @escaping @Sendable (Event) -> Picked?) async throws -> Picked {
        while let event = await next() {
            if let picked = pick(event) { return picked }
        }
        throw DeadlineExceeded(description: "the stream ended before the event came")
    }
}
