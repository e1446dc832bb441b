// SPDX-License-Identifier: Apache-2.0
import CallerIdentity
import ConversationClient
import ConversationEndpoint
import ConversationService
import DBus
import FoundationEssentials
import Synchronization
import Telephony
import TestSupport

/// Identities given out by a test: by unique name, or in the order in which connections call first.
final class AssignedIdentity: CallerIdentifying {
    private let otherwise: Caller
    private let byName = Mutex<[String: Caller]>([:])
    private let next = Mutex<[Caller]>([])
    private let stopped = Mutex<Set<String>>([])
    /// Runs while a connection is being identified.
    let onIdentifying = Mutex<(@Sendable () async -> Void)?>(nil)

    init(otherwise: Caller = .unknown("nobody said who it is")) { self.otherwise = otherwise }

    func assign(_ caller: Caller, to name: String) { byName.withLock { $0[name] = caller } }
    func assignNext(_ caller: Caller) { next.withLock { $0.append(caller) } }

    /// These connections' processes are stopped.
    func stop(_ names: Set<String>) { stopped.withLock { $0 = names } }
    func stopProblem(of sender: String?) async throws -> String? {
        stopped.withLock { $0.contains(sender ?? "") } ? "stopped" : nil
    }

    /// Whether nobody can be identified now.
    let failing = Mutex(false)

    func identify(_ sender: String?) async throws -> Caller {
        if failing.withLock(\.self) { throw DBusError(DBusError.noReply, "the bus does not answer") }
        let found = find(sender)
        if let body = onIdentifying.withLock({ $0.take() }) { await body() }
        return found
    }

    private func find(_ sender: String?) -> Caller {
        if let known = byName.withLock({ $0[sender ?? ""] }) { return known }
        let found = next.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let found, let sender { assign(found, to: sender) }
        return found ?? otherwise
    }

    /// From now on whoever was one app is another.
    func replace(_ old: AppIdentity, by new: Caller) {
        byName.withLock { callers in
            for (name, caller) in callers where caller == .app(old) { callers[name] = new }
        }
    }

    /// Runs while it is found out whether a screen is on a terminal.
    let onTerminal = Mutex<(@Sendable () async -> Void)?>(nil)

    func terminalProblem(of sender: String?) async throws -> String? {
        if let body = onTerminal.withLock({ $0.take() }) { await body() }
        return nil
    }
}

/// The service on a private bus, with scripted ports behind it and any number of clients.
struct EndpointFixture: Sendable {
    let loop: EventLoop
    let privateBus: PrivateBus
    let board: Switchboard
    let endpoint: ConversationEndpoint
    let server: Bus
    let identity: AssignedIdentity
    let backend: ScriptedBackend
    let store: MemoryStore
    let time = ManualTimekeeper()
    let catalog = FixedCatalog([.dialer, .otherDialer, .callingApp, .plain, .control])

    private init(
        _ privateBus: PrivateBus, backend: ScriptedBackend, store: MemoryStore, otherwise: Caller,
        clientLimit: Int
    ) async throws {
        identity = AssignedIdentity(otherwise: otherwise)
        self.privateBus = privateBus
        self.backend = backend
        self.store = store
        loop = EventLoop()
        loop.start()
        server = try Bus(.address(privateBus.address), loop: loop)
        let parts = Switchboard.Parts(
            backends: [backend], history: store, roles: store, lines: store,
            catalog: catalog, device: SilentDevice(),
            time: time)
        board = Switchboard(parts, executor: loop, developerMode: true) { _ in }
        endpoint = ConversationEndpoint(bus: server, board: board, identity: identity, clientLimit: clientLimit)
    }

    /// Runs the service around a test's body.
    static func run(
        on privateBus: PrivateBus? = nil, store: MemoryStore = MemoryStore(),
        otherwise: Caller = .unknown("nobody said who it is"), clientLimit: Int = ConversationEndpoint.maximumClients,
        _ body: @escaping @Sendable (EndpointFixture) async throws -> Void
    ) async throws {
        let fixture = try await EndpointFixture(
            try privateBus ?? PrivateBus(), backend: ScriptedBackend(), store: store, otherwise: otherwise,
            clientLimit: clientLimit)
        fixture.backend.send(.lines([fixture.backend.line()]))
        try await fixture.endpoint.export()
        await fixture.server.start()
        await fixture.board.prepare()
        try await fixture.server.requestName(ContractNames.bus)
        try await within(.seconds(60)) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await fixture.board.run() }
                group.addTask { await fixture.endpoint.run() }
                defer { group.cancelAll() }
                while try await fixture.board.services(for: .app(.control)).isEmpty { try await pause() }
                try await body(fixture)
            }
        }
        await fixture.server.close()
        fixture.loop.stop()
    }

    /// A client library on a connection of its own.
    func client(as caller: Caller) async throws -> ConversationClient {
        identity.assignNext(caller)
        let client = ConversationClient(.address(privateBus.address), loop: loop)
        // The first call decides who it is; whether it is allowed does not matter here.
        _ = try? await client.conversations()
        return client
    }

    /// A connection that speaks D-Bus itself.
    func raw(as caller: Caller) async throws -> Bus {
        let bus = try await privateBus.connect(loop)
        try await bus.ping(deadline: .seconds(5))
        if let name = await bus.uniqueName { identity.assign(caller, to: name) }
        return bus
    }

    func method(_ interface: String, _ member: String) -> MethodAddress {
        MethodAddress(destination: ContractNames.bus, path: ContractNames.path, interface: interface, member: member)
    }
}

/// What a method that takes options gets without any.
let noOptions: [String: Variant] = [:]

/// The code of the error that something throws; nil when it throws none.
func code(_ operation: () async throws -> Void) async -> String? {
    do {
        try await operation()
        return nil
    } catch let error as TelephonyError {
        return error.code.rawValue
    } catch let error as DBusError {
        return error.name.hasPrefix(ContractNames.errorPrefix)
            ? String(error.name.dropFirst(ContractNames.errorPrefix.count)) : error.name
    } catch {
        return "\(error)"
    }
}
