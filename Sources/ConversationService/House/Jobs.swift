// SPDX-License-Identifier: Apache-2.0

/// Work that has to wait, as children of `Switchboard.run()`.
///
/// A job goes on on the switchboard after each `await`, and finds the rooms there as they are by then.
struct Jobs: Sendable {
    typealias Job = @Sendable (isolated Switchboard) async -> Void

    /// The jobs that have yet to begin; one consumer.
    let stream: AsyncStream<Job>
    private let queue: AsyncStream<Job>.Continuation

    init() { (stream, queue) = AsyncStream.makeStream() }

    /// Begins a job soon; to be called from anywhere, also where nothing may be waited for. False when the service has
    /// ended and it never runs: whoever waits for it has to be told by the caller.
    @discardableResult
    func add(_ job: @escaping Job) -> Bool {
        if case .enqueued = queue.yield(job) { true } else { false }
    }
}

/// What the service tells whoever shows it to the outside, in order.
struct News: Sendable {
    /// One consumer.
    let stream: AsyncStream<SwitchboardEvent>
    private let queue: AsyncStream<SwitchboardEvent>.Continuation

    init() { (stream, queue) = AsyncStream.makeStream() }

    func publish(_ event: SwitchboardEvent) { queue.yield(event) }
}
