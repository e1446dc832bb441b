// SPDX-License-Identifier: Apache-2.0
import Dispatch
import ModemSimulator
import SimulatedBackend
import Telephony
import TestSupport

/// An executor of its own, as the daemon's loop is one.
final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "backend under test")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}

/// A running backend with its clock and its events.
final class BackendRehearsal {
    let clock = ManualTimekeeper()
    let backend: SimulatedBackend
    private var iterator: AsyncStream<BackendEvent>.Iterator

    private init(_ scenario: Scenario) {
        backend = SimulatedBackend(scenario: scenario, timekeeper: clock, executor: QueueExecutor())
        iterator = backend.events.makeAsyncIterator()
    }

    /// Runs the backend for as long as the body lasts; its first events are read already.
    static func run(
        _ scenario: String, reading count: Int = 2, _ body: (BackendRehearsal) async throws -> Void
    ) async throws {
        let rehearsal = BackendRehearsal(try Scenario(named: scenario))
        let backend = rehearsal.backend
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await backend.run() }
            defer { group.cancelAll() }
            for _ in 0..<count { _ = await rehearsal.next() }
            try await body(rehearsal)
        }
    }

    /// The next event that is news.
    func next() async -> BackendEvent? {
        while let event = await iterator.next(isolation: nil) { if event != .callsListed { return event } }
        return nil
    }

    func lines() async -> [Line] {
        guard case .lines(let lines) = await next() else { return [] }
        return lines
    }

    /// What the network says by itself, which has to come next.
    func message() async -> USSDReply? {
        guard case .said(let said, _) = await next() else { return nil }
        return said
    }

    /// Dials on the first line; returns the call.
    func dial(_ number: String, on reference: String = "sim0") async throws -> CallID {
        let call = CallID()
        _ = try await backend.dial(number, on: LineKey(backend: "simulated", reference: reference), as: call)
        return call
    }

    /// Somebody calls; returns the call as it appeared.
    func ring(from number: String = "+15550123") async throws -> Call? {
        try await backend.perform(.incoming(RemoteParty(number: number), line: nil))
        guard case .appeared(let call) = await next() else { return nil }
        return call
    }
}
