// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import DBus
import Foundation
import Telephony
import TestSupport
import Testing

@testable import LiveCommunicationKit

@Suite("The connection over a bus", .enabled(if: PrivateBus.program != nil, "dbus-daemon is not installed"))
struct BusConnectionTests {
    private enum Seen: Hashable { case services([String]), history }

    private func reports(of connection: BusConnection) -> EventQueue<Seen> {
        let (stream, continuation) = AsyncStream.makeStream(of: Seen.self)
        connection.open { report in
            switch report {
            case .services(let services): continuation.yield(.services(services.map(\.label)))
            case .servicesUnavailable: continuation.yield(.services([]))
            case .historyChanged: continuation.yield(.history)
            }
        }
        return EventQueue(stream)
    }

    @Test("finds a daemon that starts later, hears it, and finds it again after a restart")
    func restart() async throws {
        let server = try PrivateBus()
        let loop = EventLoop.forTests
        let connection = BusConnection(.address(server.address))
        let seen = reports(of: connection)
        func wait(for wanted: Seen) async throws {
            _ = try await within { try await seen.first { $0 == wanted ? true : nil } }
        }
        try await wait(for: .services([]))
        let first = try await FakeDaemon(on: server, loop: loop)
        try await wait(for: .history)
        try await first.announceServices([])
        try await wait(for: .services([]))
        try await first.announceHistory()
        try await wait(for: .history)
        await first.end()
        let second = try await FakeDaemon(on: server, loop: loop)
        try await wait(for: .history)
        try await second.announceHistory()
        try await wait(for: .history)
        await second.end()
    }

    @Test("hears a daemon on a bus that took the place of the one that went")
    func anotherBus() async throws {
        let first = try PrivateBus()
        let daemon = try await FakeDaemon(on: first, loop: .forTests)
        // Another bus at the same path has another identity.
        let place = String(first.address.prefix { $0 != "," })
        let connection = BusConnection(.address(place))
        let seen = reports(of: connection)
        func wait(for wanted: Seen) async throws {
            _ = try await within { try await seen.first { $0 == wanted ? true : nil } }
        }
        try await wait(for: .services([FakeDaemon.service.label]))
        first.kill()
        try await wait(for: .services([]))
        let second = try PrivateBus(inPlaceOf: first)
        let again = try await FakeDaemon(on: second, loop: .forTests)
        try await wait(for: .services([FakeDaemon.service.label]))
        await again.end()
        await daemon.end()
    }

    @Test("lists services without waiting when the daemon is there, on the main actor too")
    @MainActor
    func services() async throws {
        let server = try PrivateBus()
        let daemon = try await FakeDaemon(on: server, loop: .forTests)
        let manager = TelephonyConversationManager(
            session: TelephonySession(connection: BusConnection(.address(server.address)), patience: .seconds(60)))
        #expect(manager.cellularServices.map(\.label) == [FakeDaemon.service.label])
        await daemon.end()
    }

    @Test("starts conversations, or throws why not")
    func start() async throws {
        let server = try PrivateBus()
        let daemon = try await FakeDaemon(on: server, loop: .forTests)
        let manager = TelephonyConversationManager(
            session: TelephonySession(connection: BusConnection(.address(server.address))))
        try await manager.startCellularConversation(
            StartCellularConversationAction(Kit(type: .phoneNumber, value: "+15550100")))
        let error = await #expect(throws: ConversationError.self) {
            try await manager.startCellularConversation(
                StartCellularConversationAction(Kit(type: .generic, value: "refused")))
        }
        #expect(error?.code == .declined)
        await daemon.end()
    }

    @Test("reads a history of many pages as it was written")
    func history() async throws {
        let server = try PrivateBus()
        // D-Bus text has neither NUL nor Unicode's noncharacters.
        let rows = PredicateTable.rows.filter {
            $0.handles.allSatisfy { !$0.value.contains { "\u{0}\u{10FFFF}".contains($0) } }
        }
        let daemon = try await FakeDaemon(on: server, loop: .forTests, rows: rows)
        let manager = ConversationHistoryManager(
            session: TelephonySession(connection: BusConnection(.address(server.address))))
        let found = try await manager.recentConversations(matching: #Predicate { _ in true })
        #expect(found == rows.map(Recent.init))
        try await manager.markConversationsAsRead(found)
        await daemon.end()
    }

    @Test("says that the daemon is not there")
    func nobody() async throws {
        let server = try PrivateBus()
        let manager = TelephonyConversationManager(
            session: TelephonySession(connection: BusConnection(.address(server.address)), patience: .seconds(60)))
        #expect(manager.cellularServices.isEmpty)
        let error = await #expect(throws: ConversationError.self) {
            try await manager.startCellularConversation(
                StartCellularConversationAction(Kit(type: .phoneNumber, value: "+15550100")))
        }
        #expect(error?.code == .daemonUnavailable)
    }

    @Test("never sends part of a number that D-Bus cannot carry whole", arguments: ["555\u{0}0100", "\u{10FFFF}"])
    func unsendable(value: String) async throws {
        let server = try PrivateBus()
        let daemon = try await FakeDaemon(on: server, loop: .forTests)
        let manager = TelephonyConversationManager(
            session: TelephonySession(connection: BusConnection(.address(server.address))))
        let error = await #expect(throws: ConversationError.self) {
            try await manager.startCellularConversation(
                StartCellularConversationAction(Kit(type: .phoneNumber, value: value)))
        }
        #expect(error?.code == .numberInvalid)
        await daemon.end()
    }
}
