// SPDX-License-Identifier: Apache-2.0
package import CallerIdentity
import ConversationContract
package import ConversationService
package import DBus
import FoundationEssentials
import Telephony

/// The daemon's face on a connection: decodes, asks who calls, hands over to the switchboard, and tells each client
/// what it has the right to know.
///
/// It runs on the bus's loop, as the switchboard has to. On a peer-to-peer connection the one peer is the one client.
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
    package static let maximumCursorsPerClient = Clients.maximumResults
    /// Codes of one connection that run, are asked about or wait for its answer.
    package static let maximumCodesPerClient = Clients.maximumCodes

    /// What a connection that has gone, or was forgotten, has left.
    private struct Departure: Sendable {
        let name: String
        let cursors: [HistoryCursor]
    }

    /// - Parameters:
    ///   - board: the switchboard, on the bus's loop.
    ///   - clientLimit: connections that are remembered; a test makes it small.
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
            group.addTask { [self] in await tidyUp() }
            for await event in board.events {
                guard let prompt = relay(event) else { continue }
                // Whether a screen can show it is found out beside all else: no news waits for a screen.
                group.addTask { [self] in await show(PromptInfo(prompt)) }
            }
        }
    }

    private func tidyUp() async {
        await withDiscardingTaskGroup { group in
            for await gone in departures {
                group.addTask { [self] in await tidy(gone) }
            }
        }
    }

    /// What the switchboard does in one step with ours: both run on the bus's loop, and nobody else has a turn between.
    func step<Result: Sendable>(_ body: (isolated Switchboard) throws -> Result) rethrows -> Result {
        try board.assumeIsolated(body)
    }

    /// What a connection may do now; `CancellationError` when it has gone.
    func rights(of name: String) throws -> Rights {
        guard let caller = clients[name]?.caller else { throw CancellationError() }
        return step { $0.rights(of: caller) }
    }

    /// What the bus knows a client by.
    static func sender(_ name: String) -> String? { name == peer ? nil : name }

    static func name(of call: CallContext) -> String { call.sender ?? peer }

    /// Stands for the one client of a peer-to-peer connection; no unique name looks like it.
    static let peer = "peer"

    /// From now on the caller gets the signals of a topic while it has the right to.
    func subscribe(_ call: CallContext, to topic: Topic) { clients.follow(topic, Self.name(of: call)) }

    /// Reads the history for a connection, one page after the other, so that its replies do not pile up in memory and
    /// its reads do not delay others'.
    func readingHistory<Result>(_ name: String, _ body: () async throws -> Result) async throws -> Result {
        try await inTurn(.readingHistory(name), body)
    }

    private func inTurn<Result>(_ turn: Turns.Turn, _ body: () async throws -> Result) async throws -> Result {
        await withCheckedContinuation { turns.enter(turn, $0) }
        defer { turns.leave(turn) }
        return try await body()
    }
}

// MARK: - Who calls

extension ConversationEndpoint {
    /// Who called, found out once a connection, however many of its calls come at once.
    func caller(of call: CallContext) async throws -> Caller {
        let name = Self.name(of: call)
        clients.noteCall(of: name)
        await board.waitUntilPrepared()
        if let known = clients[name] { return known.caller }
        return try await inTurn(.identifying(name)) {
            while true {
                if let known = clients[name] { return known.caller }
                let changes = manifestChanges
                let caller = try await identity.identify(call.sender)
                // Whoever is not remembered yet is passed over when manifests change.
                guard changes == manifestChanges else { continue }
                try admit(name, as: caller)
                return caller
            }
        }
    }

    /// Remembers, watches and bills a connection, in one step: no change of a manifest, newcomer or end comes between.
    private func admit(_ name: String, as caller: Caller) throws {
        let forgotten = try clients.admit(name, as: caller, keeping: screens.contains)
        if let forgotten { leave(forgotten.name, forgotten.client) }
        do {
            guard clients.watch(name, by: try watch(name)) else { throw CancellationError() }
        } catch {
            drop(name)
            throw error
        }
        bill(name, to: caller)
    }

    private func watch(_ name: String) throws -> Subscription? {
        guard let sender = Self.sender(name) else { return nil }
        return try bus.assumeIsolated { bus in
            try bus.onOwnerChange(of: sender) { [weak self] owner in
                if owner == nil { self?.assumeIsolated { $0.drop(sender) } }
            }
        }
    }

    /// Many connections of one app flood as little as one, and all programs that nobody knows together less than that.
    private func bill(_ name: String, to caller: Caller) {
        guard let sender = Self.sender(name) else { return }
        let weight = caller.app == nil ? Self.weightOfUnknown : 1
        bus.assumeIsolated { $0.bill(sender, to: Self.account(of: caller), weight: weight) }
    }

    /// Under what a caller's use of ours is counted together with that of its other connections.
    static func account(of caller: Caller) -> String { caller.app?.bundleIdentifier ?? "?" }

    /// Manifests changed: every connection is looked at again, and roles whose holder is gone become empty.
    package func appsChanged() async {
        manifestChanges += 1
        for name in clients.names { await lookAgain(at: name) }
        await board.appsChanged()
    }

    /// Who cannot be identified is nobody: rights are never kept for want of an answer.
    private func lookAgain(at name: String) async {
        guard let client = clients[name] else { return }
        let changes = manifestChanges
        let found = try? await identity.identify(Self.sender(name), after: client.lastApp)
        // Else manifests have changed again, and that change looks at everybody itself.
        guard changes == manifestChanges else { return }
        await change(name, to: found ?? .unknown("it could not be identified again"))
    }

    /// Who may do less than before gets nothing any more of what it asked for then.
    private func change(_ name: String, to caller: Caller) async {
        guard let known = clients.change(name, to: caller) else { return }
        bill(name, to: caller)
        guard !caller.mayAll(that: known) else { return }
        withdrawAll(of: name)
        if (try? rights(of: name).showPrompts()) == nil { await screenHasGone(name) }
    }

    private func withdrawAll(of name: String) {
        requests.assumeIsolated { $0.fail(allOf: Self.sender(name), because: Self.manifestHasChanged) }
        abandon(clients.takeCodes(of: name))
    }

    static let manifestHasChanged = TelephonyError(
        .notEntitled, "the app's manifest has changed and does not allow this any more; start the app again")
}

// MARK: - Who goes

extension ConversationEndpoint {
    /// The connection has gone.
    private func drop(_ name: String) {
        if let gone = clients.remove(name) { leave(name, gone) }
    }

    private func leave(_ name: String, _ gone: Clients.Client) {
        gone.watch?.cancel()
        bus.assumeIsolated { $0.unbill(name) }
        abandon(gone.codes)
        step { $0.abandonTones(of: name) }
        noteDeparture.yield(Departure(name: name, cursors: gone.results.map(\.cursor)))
    }

    private func tidy(_ gone: Departure) async {
        await screenHasGone(gone.name)
        for cursor in gone.cursors { await board.close(cursor) }
    }

    /// Nobody is there any more to answer these sessions.
    func abandon(_ sessions: Set<UUID>) {
        step { board in for session in sessions { board.abandonCode(session) } }
    }
}
