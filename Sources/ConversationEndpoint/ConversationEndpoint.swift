// SPDX-License-Identifier: Apache-2.0
import ConversationContract
package import ConversationService
package import DBus
import FoundationEssentials
import Telephony

/// The daemon's face on a connection: decodes, asks who calls, hands over to the switchboard, and tells each client
/// what it has the right to know.
///
/// It runs on the bus's loop, as the switchboard does. On a peer-to-peer connection the one peer is the one client.
package actor ConversationEndpoint {
    package nonisolated var unownedExecutor: UnownedSerialExecutor { bus.unownedExecutor }

    nonisolated let bus: Bus
    nonisolated let board: Switchboard
    nonisolated let requests: Requests
    let identity: any CallerIdentifying
    var screens = PromptScreens()
    var clients: Clients
    private var turns = Turns()
    /// Counts changes of manifests: who was identified by one that has changed since is looked at again.
    private var manifestChanges = 0
    private let (departures, noteDeparture) = AsyncStream<Departure>.makeStream()

    /// Connections that are remembered at once. Of those that follow nothing and read nothing the one that has been
    /// quiet longest is forgotten for a further one, and identified anew when it calls again.
    package static let maximumClients = 512
    /// For how many calls of an app one of a program without a manifest counts, when they come in bursts.
    static let weightOfUnknown = 8
    /// Results that one connection may have open.
    package static let maximumCursorsPerClient = 4

    /// What a connection that has gone, or was forgotten, has left.
    private struct Departure: Sendable {
        let name: String
        let cursors: [HistoryCursor]
        let codes: Set<UUID>
    }

    /// - Parameter clientLimit: connections that are remembered; a test makes it small.
    package init(
        bus: Bus, board: Switchboard, identity: any CallerIdentifying,
        clientLimit: Int = ConversationEndpoint.maximumClients
    ) {
        clients = Clients(limit: clientLimit)
        self.bus = bus
        self.board = board
        self.identity = identity
        requests = Requests(bus: bus, base: ContractNames.path, interface: ContractNames.request)
    }

    /// Exports every interface; to be called before the bus starts.
    package func export() async throws {
        let interfaces = [
            telephonyInterface, codesInterface, conversationsInterface, historyInterface, rolesInterface, appsInterface,
            statusInterface, promptsInterface, auditInterface, linesInterface,
            simulationInterface,
        ]
        for interface in interfaces { try await bus.export(interface, at: ContractNames.path) }
        await bus.limitBursts()
    }

    /// Passes on what the switchboard tells, and tidies up after connections that go, until its task is cancelled.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { [self] in
                for await event in board.events { await relay(event) }
            }
            for await gone in departures {
                group.addTask { [self] in await tidy(gone) }
            }
        }
    }

    /// Manifests changed: every connection is looked at again, and roles whose holder is gone become empty.
    package func appsChanged() async {
        manifestChanges += 1
        for name in clients.names {
            guard let known = clients[name]?.caller,
                let caller = try? await identity.identify(Self.sender(name), after: known)
            else { continue }
            await change(name, to: caller)
        }
        await board.appsChanged()
    }

    /// Who may do less than before gets nothing any more of what it asked for then.
    private func change(_ name: String, to caller: Caller) async {
        guard let known = clients[name]?.caller else { return }
        clients[name]?.caller = caller
        await bill(Self.sender(name), to: caller)
        guard !caller.mayAll(that: known) else { return }
        let refusal = TelephonyError(.notEntitled, "the app's manifest has changed and does not allow this any more")
        await requests.fail(allOf: Self.sender(name), because: refusal)
        let sessions = clients[name]?.codes ?? []
        clients[name]?.codes = []
        for session in sessions { await board.abandonCode(session) }
        if (try? await board.rights(of: caller).showPrompts()) == nil { await screenHasGone(name) }
    }

    /// What the bus knows a client by.
    static func sender(_ name: String) -> String? { name == peer ? nil : name }

    /// Who called, found out once a connection, however many of its calls come at once.
    func caller(of call: CallContext) async throws -> Caller {
        let name = Self.name(of: call)
        clients.noteCall(of: name)
        if let known = clients[name] { return known.caller }
        return try await inTurn(.identifying(name)) {
            if let known = clients[name] { return known.caller }
            let caller = try await identified(call.sender)
            if let quiet = try clients.toForget(for: caller, keeping: screens.contains) { drop(quiet) }
            clients[name] = Clients.Client(caller: caller, watch: try await watch(call.sender))
            clients.noteCall(of: name)
            await bill(call.sender, to: caller)
            return caller
        }
    }

    /// Who it is by manifests that have not changed meanwhile: whoever is not remembered yet is passed over when they do.
    private func identified(_ sender: String?) async throws -> Caller {
        while true {
            let changes = manifestChanges
            let caller = try await identity.identify(sender)
            if changes == manifestChanges { return caller }
        }
    }

    /// Many connections of one app flood as little as one, and all programs that nobody knows together less than that.
    private func bill(_ sender: String?, to caller: Caller) async {
        guard let sender else { return }
        guard let app = caller.app else { return await bus.bill(sender, to: "?", weight: Self.weightOfUnknown) }
        await bus.bill(sender, to: app.bundleIdentifier)
    }

    /// Reads the history for a connection, one page after the other: who asks for many at once neither makes us keep
    /// them all, nor holds up the rows that are to be written.
    func readingHistory<Result>(_ call: CallContext, _ body: () async throws -> Result) async throws -> Result {
        try await inTurn(.readingHistory(Self.name(of: call)), body)
    }

    private func inTurn<Result>(_ turn: Turns.Turn, _ body: () async throws -> Result) async throws -> Result {
        await withCheckedContinuation { turns.enter(turn, $0) }
        defer { turns.leave(turn) }
        return try await body()
    }

    /// From now on the caller gets the signals of a topic while it has the right to.
    func subscribe(_ call: CallContext, to topic: Topic) { clients[Self.name(of: call)]?.topics.insert(topic) }

    /// Remembers whose a result is; the oldest goes when a connection has too many.
    ///
    /// - Parameter start: the sequence number after which it has rows.
    func remember(_ cursor: HistoryCursor, after start: Int64, for call: CallContext) async {
        let name = Self.name(of: call)
        clients[name]?.cursors.append(Clients.OpenResult(cursor: cursor, start: start))
        guard let client = clients[name], client.cursors.count > Self.maximumCursorsPerClient else { return }
        await board.close(client.cursors[0].cursor)
        clients[name]?.cursors.removeFirst()
    }

    /// The result is the caller's; else it is as unknown as one that does not exist.
    @discardableResult
    func requireOwn(_ cursor: HistoryCursor, _ call: CallContext) throws -> Clients.OpenResult {
        guard let own = clients[Self.name(of: call)]?.cursors.first(where: { $0.cursor == cursor }) else {
            throw TelephonyError(.invalidQuery, "this result is closed or was never open; ask again")
        }
        return own
    }

    /// The result has been read or given up.
    func forget(_ cursor: HistoryCursor, of call: CallContext) {
        clients[Self.name(of: call)]?.cursors.removeAll { $0.cursor == cursor }
    }

    static func name(of call: CallContext) -> String { call.sender ?? peer }

    /// Stands for the one client of a peer-to-peer connection; no unique name looks like it.
    static let peer = "peer"

    private func watch(_ sender: String?) async throws -> Subscription? {
        guard let sender else { return nil }
        return try await bus.onOwnerChange(of: sender) { [weak self] owner in
            if owner == nil { self?.assumeIsolated { $0.drop(sender) } }
        }
    }

    /// The connection has gone.
    private func drop(_ name: String) {
        guard let gone = clients[name] else { return }
        clients[name] = nil
        gone.watch?.cancel()
        bus.assumeIsolated { $0.unbill(name) }
        noteDeparture.yield(Departure(name: name, cursors: gone.cursors.map(\.cursor), codes: gone.codes))
    }

    private func tidy(_ gone: Departure) async {
        await screenHasGone(gone.name)
        for cursor in gone.cursors { await board.close(cursor) }
        for session in gone.codes { await board.abandonCode(session) }
    }
}
