// SPDX-License-Identifier: Apache-2.0
import ConversationService
import DBus
import FoundationEssentials
import Synchronization
import Telephony
import TestSupport

/// Keeps what is logged.
final class LoggedLines: Sendable {
    private let lines = Mutex<[String]>([])
    func withLock<R: Sendable>(_ body: (inout sending [String]) -> sending R) -> sending R { lines.withLock(body) }
}

/// A switchboard on scripted ports, running for as long as a test.
struct ServiceFixture: Sendable {
    let board: Switchboard
    let backend = ScriptedBackend()
    let store = MemoryStore()
    let time = ManualTimekeeper()
    let catalog = FixedCatalog([.dialer, .otherDialer, .callingApp, .plain, .control])
    let events: EventQueue<SwitchboardEvent>
    /// Every line of the log.
    let logged: LoggedLines
    let commands: EventQueue<ScriptedBackend.Command>

    init(
        developerMode: Bool = true, lines: Bool = true, emergency: any EmergencyDirectory = NoEmergencyDirectory(),
        lineStore: (any LineStore)? = nil, stores: (any HistoryStore & RoleStore & LineStore)? = nil
    ) {
        logged = LoggedLines()
        let stores = stores ?? store
        let parts = Switchboard.Parts(
            backends: [backend], history: stores, roles: stores, lines: lineStore ?? stores,
            catalog: catalog, device: SilentDevice(), time: time, emergency: emergency)
        board = Switchboard(parts, executor: EventLoop.forTests, developerMode: developerMode) { [logged] line in
            logged.withLock { $0.append(line) }
        }
        events = EventQueue(board.events)
        commands = EventQueue(backend.commandStream)
        if lines { backend.send(.lines([backend.line()])) }
    }

    /// Runs the service around a test's body.
    static func run(
        developerMode: Bool = true, lines: Bool = true,
        _ body: @escaping @Sendable (ServiceFixture) async throws -> Void
    ) async throws {
        let fixture = ServiceFixture(developerMode: developerMode, lines: lines)
        await fixture.board.prepare()
        try await fixture.serving { fixture in
            if lines { _ = try await fixture.services() }
            try await body(fixture)
        }
    }

    /// Runs the switchboard around a body, which must not take longer than a test may.
    func serving(_ body: @escaping @Sendable (ServiceFixture) async throws -> Void) async throws {
        try await within {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await board.run() }
                defer { group.cancelAll() }
                try await body(self)
            }
        }
    }

    /// The services once they are announced.
    func services() async throws -> [CellularService] {
        try await events.first { if case .services(let list) = $0 { list } else { nil } }
    }

    /// The next snapshot of a conversation in one of these phases.
    func conversation(_ phases: ConversationPhase...) async throws -> ConversationSnapshot {
        try await events.first { event in
            guard case .conversation(let snapshot) = event, phases.contains(snapshot.phase) else { return nil }
            return snapshot
        }
    }

    func makeDefaultDialer() async throws {
        try await board.setRole(.dialer, to: AppIdentity.dialer.bundleIdentifier, by: .app(.control))
    }

    func start(_ number: String = "+15550100", service: UUID? = nil, by app: AppIdentity = .control) async throws
        -> UUID
    {
        try await board.startConversation(StartRequest(handle: .number(number), service: service), by: .app(app))
    }

    /// The error that something fails with; nil when it does not.
    func failure(_ operation: @Sendable () async throws -> Void) async -> TelephonyError? {
        do { try await operation() } catch { return error as? TelephonyError }
        return nil
    }

    /// The next prompt.
    func prompt() async throws -> ConsentPrompt {
        try await events.first { if case .prompt(.show(let prompt)) = $0 { prompt } else { nil } }
    }

    /// What the person presses, as soon as it counts.
    func answer(_ prompt: ConsentPrompt, _ isAllowed: Bool, on service: UUID? = nil) async throws {
        time.advance(by: ConsentDesk.deafTime)
        try await board.answerPrompt(prompt.id, isAllowed: isAllowed, on: service, by: .app(.screen))
    }

    /// Starts a call that needs the person's choice of a line, on a machine where nobody can ask them.
    func startWithoutScreen() async throws -> UUID {
        async let started = start()
        await board.promptIsUndeliverable(try await prompt().id)
        return try await started
    }

    /// Returns when so many wait together for one start.
    func waitForStarts(_ count: Int) async throws {
        try await within { while await board.waitersForConsent < count { try await pause() } }
    }

    /// A call that comes in.
    func incoming(
        _ party: RemoteParty = RemoteParty(number: "+15550123"), reference: String = "r", state: CallState = .incoming
    ) -> Call {
        Call(
            id: CallID(), line: backend.line().key, direction: .incoming, remote: party, state: state,
            reference: reference)
    }
}
