// SPDX-License-Identifier: Apache-2.0
import CallerIdentity
import ConversationClient
import ConversationEndpoint
import ConversationService
import DBus
import FoundationEssentials
import Telephony
import TestSupport
import Testing

@Suite("The daemon's face on the bus", .enabled(if: PrivateBus.program != nil, "needs dbus-daemon"))
struct EndpointTests {
    @Test func `starts a conversation and tells how it goes on`() async throws {
        try await EndpointFixture.run { fixture in
            let client = try await fixture.client(as: .app(.control))
            let events = EventQueue(try await client.events(about: [.conversations], startsDaemon: false))
            let id = try await client.startConversation(with: .number("+15550100"))
            fixture.backend.send(.changed(try #require(fixture.backend.dialed.first), .active))
            fixture.backend.send(.changed(try #require(fixture.backend.dialed.first), .ended(.remoteHangUp)))
            var states: [String] = []
            while states.last != "left" {
                let info = try await events.first { if case .conversation(let info) = $0 { info } else { nil } }
                #expect(info.id == id)
                if states.last != info.state { states.append(info.state) }
            }
            #expect(states == ["joining", "joined", "left"])
            #expect(try await client.allHistory().map(\.outcome) == ["connected"])
        }
    }

    @Test func `tells a change of roles to control, and to who follows the history that it may be closed to them`()
        async throws
    {
        try await EndpointFixture.run { fixture in
            let control = try await fixture.client(as: .app(.control))
            let roles = EventQueue(try await control.events(about: [.roles], startsDaemon: false))
            let dialer = try await fixture.client(as: .app(.dialer))
            let history = EventQueue(try await dialer.events(about: [.history], startsDaemon: false))
            #expect(await code { _ = try await dialer.events(about: [.roles], startsDaemon: false) } == "NotAllowed")
            try await control.setRole("dialer", to: AppIdentity.dialer.bundleIdentifier)
            let given = try await roles.first { if case .roles(let roles) = $0 { roles } else { nil } }
            #expect(given.map(\.bundleIdentifier) == [AppIdentity.dialer.bundleIdentifier])
            _ = try await history.first { $0 == .history ? true : nil }
            #expect(try await dialer.allHistory().isEmpty)
            try await control.clearRole("dialer")
            let taken = try await roles.first { if case .roles(let roles) = $0 { roles } else { nil } }
            #expect(taken.isEmpty)
            _ = try await history.first { $0 == .history ? true : nil }
            #expect(await code { _ = try await dialer.allHistory() } == "NotDefaultDialer")
        }
    }

    @Test func `tells each error by its own code and what to do next`() async throws {
        try await EndpointFixture.run { fixture in
            let client = try await fixture.client(as: .app(.control))
            let start = { (number: String) in _ = try await client.startConversation(with: .number(number)) }
            #expect(await code { try await start("") } == "NumberEmpty")
            #expect(await code { try await start("\u{0665}") } == "NumberInvalid")
            #expect(await code { try await start("*100#") } == "NetworkCode")
            #expect(await code { try await start(String(repeating: "1", count: 81)) } == "NumberTooLong")
            #expect(
                await code { _ = try await client.startConversation(with: .number("1"), service: "x") }
                    == "InvalidArgument")
            #expect(
                await code { _ = try await client.startConversation(with: .number("1"), service: UUID().uuidString) }
                    == "UnknownService")
            fixture.backend.failNext(with: TelephonyError(.modemTimedOut, "the modem did not answer; try again"))
            #expect(await code { try await start("5550100") } == "ModemTimedOut")
        }
    }

    @Test func `shows live conversations to control and to the app that began them, and to nobody else`() async throws {
        try await EndpointFixture.run { fixture in
            try await fixture.board.setRole(.dialer, to: AppIdentity.dialer.bundleIdentifier, by: .app(.control))
            let controller = try await fixture.client(as: .app(.control))
            let control = EventQueue(try await controller.events(about: [.conversations], startsDaemon: false))
            let stranger = try await fixture.client(as: .app(.plain))
            let plain = EventQueue(try await stranger.events(about: [.conversations], startsDaemon: false))
            let dialer = try await fixture.client(as: .app(.dialer))
            let own = EventQueue(try await dialer.events(about: [.conversations], startsDaemon: false))
            let call = Call(
                id: CallID(), line: fixture.backend.line().key, direction: .incoming,
                remote: RemoteParty(number: "+15550123"),
                state: .incoming, reference: "r")
            fixture.backend.send(.appeared(call))
            let seen = try await control.first { if case .conversation(let info) = $0 { info } else { nil } }
            #expect(seen.handles.first?.value == "+15550123")
            let id = try await dialer.startConversation(with: .number("5550100"))
            // What reaches the others first is what comes after: the incoming one was never sent to them.
            let first = try await own.first { if case .conversation(let info) = $0 { info } else { nil } }
            #expect(first.id == id)
            fixture.backend.send(.lines([]))
            _ = try await stranger.conversations()
            await plain.stop()
            #expect(await plain.drained().allSatisfy { if case .conversation = $0 { false } else { true } })
        }
    }

    @Test func `hands out a large result page by page from one connection alone`() async throws {
        let store = MemoryStore()
        for _ in 0..<1_200 {
            _ = await store.record(
                ConversationRecord(
                    id: UUID(), direction: .outgoing, handles: [.number("5550100")], startedAt: .distantPast,
                    outcome: .busy))
        }
        try await EndpointFixture.run(store: store) { fixture in
            let client = try await fixture.client(as: .app(.control))
            let other = try await fixture.client(as: .app(.control))
            let first = try await client.history()
            #expect(first.rows.count == 500)
            let cursor = try #require(first.next)
            #expect(await code { _ = try await other.nextHistoryPage(cursor) } == "InvalidQuery")
            #expect(await code { try await other.closeHistory(cursor) } == "InvalidQuery")
            try await client.closeHistory(cursor)
            #expect(await code { _ = try await client.nextHistoryPage(cursor) } == "InvalidQuery")
            #expect(Set(try await client.allHistory().map(\.id)).count == 1_200)
            #expect(try await client.history(limit: 75).rows.count == 75)
            #expect(try await client.markRead(store.rows.map(\.id.uuidString)) == 0)
        }
    }

    @Test func `closes the oldest result of a connection that has too many`() async throws {
        let store = MemoryStore()
        for _ in 0..<600 {
            _ = await store.record(
                ConversationRecord(
                    id: UUID(), direction: .outgoing, handles: [], startedAt: .distantPast, outcome: .busy))
        }
        try await EndpointFixture.run(store: store) { fixture in
            let client = try await fixture.client(as: .app(.control))
            let oldest = try #require(try await client.history().next)
            for _ in 0..<ConversationEndpoint.maximumCursorsPerClient { _ = try await client.history() }
            #expect(await code { _ = try await client.nextHistoryPage(oldest) } == "InvalidQuery")
        }
    }

    @Test(arguments: [
        "{", "[]", "{\"and\":{}}", "{\"column\":{\"_0\":\"DROP TABLE\"}}", String(repeating: "[", count: 100_000),
    ])
    func `refuses a question that is none`(_ text: String) async throws {
        try await EndpointFixture.run { fixture in
            let bus = try await fixture.raw(as: .app(.control))
            let query = fixture.method(ContractNames.history, "Query")
            #expect(
                await code { try await bus.call(query, text, UInt32(1), noOptions, deadline: .seconds(5)) }
                    == "InvalidQuery")
            try await bus.call(query, "", UInt32(1), noOptions, deadline: .seconds(5))
        }
    }

    @Test func `works on a connection without a bus`() async throws {
        let (first, second) = try PeerPair.sockets()
        let loop = EventLoop.forTests
        let store = MemoryStore()
        let backend = ScriptedBackend()
        let parts = Switchboard.Parts(
            backends: [backend], history: store, roles: store, lines: store, catalog: FixedCatalog([]),
            device: SilentDevice(),
            time: ManualTimekeeper())
        let board = Switchboard(parts, executor: loop, developerMode: true) { _ in }
        let server = try Bus(.peer(descriptor: first, isServer: true), loop: loop)
        let endpoint = ConversationEndpoint(bus: server, board: board, identity: KnownCaller(.app(.control)))
        try await endpoint.export()
        await server.start()
        let client = ConversationClient(.peer(descriptor: second, isServer: false), loop: loop)
        try await within {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await board.run() }
                group.addTask { await endpoint.run() }
                defer { group.cancelAll() }
                let events = EventQueue(
                    try await client.events(about: [.services, .conversations], startsDaemon: false))
                backend.send(.lines([backend.line()]))
                let services = try await events.first { if case .services(let list) = $0 { list } else { nil } }
                #expect(services.map(\.label) == ["Line 0"])
                let id = try await client.startConversation(with: .number("5550100"))
                let info = try await events.first { if case .conversation(let info) = $0 { info } else { nil } }
                #expect(info.id == id)
            }
        }
        await server.close()
        #expect(await code { _ = try await client.services() } == "ConnectionLost")
    }

    @Test func `is found again after a restart, and observers go on`() async throws {
        let bus = try PrivateBus()
        let store = MemoryStore()
        let loop = EventLoop.forTests
        let client = ConversationClient(.address(bus.address), loop: loop)
        #expect(await code { _ = try await client.services() } == "DaemonUnavailable")
        let events = EventQueue(try await client.events(about: [.history], startsDaemon: false))
        for _ in 0..<2 {
            try await EndpointFixture.run(on: bus, store: store, otherwise: .app(.control)) { fixture in
                _ = try await events.first { $0 == .daemonAppeared ? true : nil }
                let id = try await client.startConversation(with: .number("5550100"))
                _ = try await events.first { $0 == .history ? true : nil }
                #expect(try await client.history().rows.first?.id == id)
            }
            _ = try await within { try await events.first { $0 == .daemonGone ? true : nil } }
        }
        bus.kill()
        #expect(await code { _ = try await client.services() } != nil)
    }
}
