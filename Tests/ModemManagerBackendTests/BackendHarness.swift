// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony
import TestSupport

@testable import ModemManagerBackend

/// A backend that runs, with what it reports.
struct BackendHarness: Sendable {
    let backend: ModemManagerBackend
    let log = EventLog<BackendEvent>()
    let store: MemoryStore

    /// Runs a backend on a bus of its own for as long as the body does.
    static func run<R: Sendable>(
        on privateBus: PrivateBus, loop: EventLoop, deadlines: Deadlines = .init(), store: MemoryStore = MemoryStore(),
        _ body: (BackendHarness) async throws -> R
    ) async throws -> R {
        let bus = try await privateBus.connect(loop)
        let harness = BackendHarness(
            backend: ModemManagerBackend(bus: bus, lines: store, deadlines: deadlines), store: store)
        let (backend, log) = (harness.backend, harness.log)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await log.follow(backend.events) }
            group.addTask { await backend.run() }
            let result: R
            do {
                result = try await body(harness)
            } catch {
                print(log.events.map { "\($0)" }.joined(separator: "\n"))
                group.cancelAll()
                await bus.close()
                throw error
            }
            group.cancelAll()
            await bus.close()
            return result
        }
    }

    /// Ends the backend as the end of its process does.
    func stop() async { await backend.bus.close() }

    func line(
        _ what: String = "a ready line", where fits: @escaping @Sendable (Line) -> Bool = { $0.readiness == .ready }
    )
        async throws -> Line
    {
        let event = try await log.next(what) { event in
            if case .lines(let lines) = event { lines.contains(where: fits) } else { false }
        }
        guard case .lines(let lines) = event, let line = lines.first(where: fits) else { throw CancellationError() }
        return line
    }

    func appeared() async throws -> Call {
        let event = try await log.next("a call") { if case .appeared = $0 { true } else { false } }
        guard case .appeared(let call) = event else { throw CancellationError() }
        return call
    }

    func wait(_ id: CallID, _ state: CallState, limit: Duration = .seconds(15)) async throws {
        try await log.next("\(state)", limit: limit) { $0 == .changed(id, state) }
    }

    /// Returns when so many modems are remembered as switched off.
    func waitUntilStored(_ count: Int) async throws {
        try await within(.seconds(60), "the store") {
            while try await store.switchedOffModems().count != count { try await pause() }
        }
    }

    /// How often the leg's end was told.
    func ends(of id: CallID) -> Int {
        log.events.count { if case .changed(id, .ended) = $0 { true } else { false } }
    }
}

extension Deadlines {
    /// For tests that wait for none, or set theirs: nothing passes by itself on a busy machine.
    static var patient: Deadlines {
        var deadlines = Deadlines()
        deadlines.legIndex = .milliseconds(200)
        return deadlines
    }

    /// For modems that tell their calls' indexes at once, and for tests that wait for deadlines.
    static var short: Deadlines {
        var deadlines = Deadlines()
        deadlines.read = .milliseconds(400)
        deadlines.createCall = .milliseconds(300)
        deadlines.command = .milliseconds(600)
        deadlines.legIndex = .milliseconds(200)
        return deadlines
    }
}

/// What something is refused with; nil when it is not.
func failure(of attempt: () async throws -> Void) async -> TelephonyError? {
    do {
        try await attempt()
        return nil
    } catch {
        return error as? TelephonyError
    }
}
