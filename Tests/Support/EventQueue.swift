// SPDX-License-Identifier: Apache-2.0

/// A stream read one event at a time by a test that waits for the one it wants.
package final class EventQueue<Event: Sendable>: Sendable {
    private let log = EventLog<Event>()
    private let pump: Task<Void, Never>

    /// Collects the events of a stream from now on.
    package init(_ stream: AsyncStream<Event>) {
        pump = Task { [log] in await log.follow(stream) }
    }

    deinit { pump.cancel() }

    /// Reads no further.
    package func stop() async {
        pump.cancel()
        log.finish()
    }

    /// What came and was not asked for yet.
    package func drained() async -> [Event] { log.takeRest() }

    /// The next event; nil when the stream has ended.
    package func next() async -> Event? { await log.next() }

    /// Skips events until one is picked; throws when the stream ends first.
    package func first<Picked: Sendable>(_ pick: @escaping @Sendable (Event) -> Picked?) async throws -> Picked {
        while let event = await next() {
            if let picked = pick(event) { return picked }
        }
        throw DeadlineExceeded(description: "the stream ended before the event came")
    }
}
