// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import ConversationService
import DBus
import FoundationEssentials
import Synchronization
import Telephony
import TestSupport
import Testing

@testable import ConversationEndpoint

/// Something that a test holds until it says so.
private final class Held: Sendable {
    private let (entries, enter) = AsyncStream.makeStream(of: Void.self)
    private let (exits, exit) = AsyncStream.makeStream(of: Void.self)

    @Sendable func hold() async {
        enter.finish()
        for await _ in exits {}
    }

    func entered() async { for await _ in entries {} }
    func letGo() { exit.finish() }
}

@Suite("A result that is read", .enabled(if: PrivateBus.program != nil, "needs dbus-daemon"))
struct ResultTests {
    private func store(_ count: Int = 1_200) async -> MemoryStore {
        let store = MemoryStore()
        let rows = (0..<count).map { _ in
            ConversationRecord(
                id: UUID(), direction: .outgoing, handles: [.number("5550100")], startedAt: .distantPast,
                outcome: .busy)
        }
        _ = await store.record(rows)
        return store
    }

    private func query(_ bus: Bus, _ fixture: EndpointFixture) async throws -> UInt32 {
        try await bus.call(
            fixture.method(ContractNames.history, "Query"), "", UInt32(0), noOptions, deadline: .seconds(20),
            returning: UInt32.self, [HistoryEntry].self
        ).0
    }

    private func next(_ bus: Bus, _ number: UInt32, _ fixture: EndpointFixture) async throws -> UInt32 {
        try await bus.call(
            fixture.method(ContractNames.history, "Next"), number, deadline: .seconds(20),
            returning: UInt32.self, [HistoryEntry].self
        ).0
    }

    private func close(_ bus: Bus, _ number: UInt32, _ fixture: EndpointFixture) async throws {
        try await bus.call(fixture.method(ContractNames.history, "Close"), number, deadline: .seconds(20))
    }

    @Test func `may be closed with all others while the oldest is given up`() async throws {
        try await EndpointFixture.run(store: await store()) { fixture in
            let bus = try await fixture.raw(as: .app(.control))
            var numbers: [UInt32] = []
            for _ in 0..<ConversationEndpoint.maximumCursorsPerClient { numbers.append(try await query(bus, fixture)) }
            let held = Held()
            fixture.store.whileClosing.withLock { $0 = held.hold }
            async let last = query(bus, fixture)
            await held.entered()
            // The oldest is not the connection's any more.
            #expect(await code { try await close(bus, numbers[0], fixture) } == "InvalidQuery")
            for number in numbers.dropFirst() { try await close(bus, number, fixture) }
            held.letGo()
            let number = try await last
            #expect(fixture.store.openResults == 1)
            #expect(try await next(bus, number, fixture) == number)
        }
    }

    @Test func `is closed when its reader goes while it is opened`() async throws {
        try await EndpointFixture.run(store: await store()) { fixture in
            let bus = try await fixture.raw(as: .app(.control))
            let held = Held()
            fixture.store.whileReading.withLock { $0 = held.hold }
            async let number = query(bus, fixture)
            await held.entered()
            let name = try #require(await bus.uniqueName)
            await bus.close()
            _ = try? await number
            while await fixture.endpoint.clients[name] != nil { try await pause() }
            held.letGo()
            while fixture.store.openResults > 0 { try await pause() }
        }
    }

    @Test func `stays closed when it is closed while a page is read`() async throws {
        try await EndpointFixture.run(store: await store()) { fixture in
            let bus = try await fixture.raw(as: .app(.control))
            let number = try await query(bus, fixture)
            let held = Held()
            fixture.store.whileReading.withLock { $0 = held.hold }
            async let after = next(bus, number, fixture)
            await held.entered()
            try await close(bus, number, fixture)
            held.letGo()
            #expect(try await after == 0)
            #expect(fixture.store.openResults == 0)
            #expect(await code { _ = try await next(bus, number, fixture) } == "InvalidQuery")
        }
    }

    @Test(arguments: [true, false])
    func `is not handed to who loses the role while it is read`(_ isFirstPage: Bool) async throws {
        try await EndpointFixture.run(store: await store(0)) { fixture in
            let (store, board) = (fixture.store, fixture.board)
            try await board.setRole(.dialer, to: AppIdentity.dialer.bundleIdentifier, by: .app(.control))
            for _ in 0..<1_200 {
                let row = ConversationRecord(
                    id: UUID(), direction: .outgoing, handles: [.number("5550100")], startedAt: fixture.time.date)
                _ = await store.record(row)
            }
            let bus = try await fixture.raw(as: .app(.dialer))
            let number = isFirstPage ? 0 : try await query(bus, fixture)
            store.whileReading.withLock { $0 = { try? await board.clearRole(.dialer, by: .app(.control)) } }
            let refusal = await code {
                _ = isFirstPage ? try await query(bus, fixture) : try await next(bus, number, fixture)
            }
            #expect(refusal == "InvalidQuery")
            #expect(store.openResults == 0)
        }
    }

    @Test func `shows rows whose texts no message can carry`() async throws {
        let store = await store(1)
        let odd = ConversationRecord(
            id: UUID(), direction: .incoming,
            handles: [Handle(type: .phoneNumber, value: "+15550101\0", displayName: "A\u{FFFF}B")],
            startedAt: .distantPast, outcome: .missed)
        _ = await store.record([odd])
        try await EndpointFixture.run(store: store) { fixture in
            let client = try await fixture.client(as: .app(.control))
            let rows = try await client.allHistory()
            #expect(rows.count == 2)
            #expect(rows.flatMap(\.handles).map(\.displayName).contains("A\u{FFFD}B"))
        }
    }
}
