// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import DBus
import Synchronization
import Telephony
import TestSupport
import Testing

@testable import ConversationEndpoint

@Suite("Many callers", .enabled(if: PrivateBus.program != nil, "needs dbus-daemon"))
struct ManyCallersTests {
    @Test func `a connection is identified once, however many of its first calls come at once`() async throws {
        try await EndpointFixture.run { fixture in
            let bus = try await fixture.privateBus.connect(fixture.loop)
            fixture.identity.assignNext(.app(.control))
            // Whoever is identified a second time is nobody.
            let list = fixture.method(ContractNames.telephony, "ListServices")
            try await withThrowingTaskGroup(of: [ServiceInfo].self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        try await bus.call(list, deadline: .seconds(10), returning: [ServiceInfo].self)
                    }
                }
                for try await services in group { #expect(services.count == 1) }
            }
        }
    }

    @Test func `connections beyond the limit take the place of quiet ones, never of those that follow`() async throws {
        try await EndpointFixture.run(clientLimit: 4) { fixture in
            let follower = try await fixture.client(as: .app(.control))
            let events = EventQueue(try await follower.events(about: [.services], startsDaemon: false))
            let list = fixture.method(ContractNames.conversations, "List")
            for _ in 0..<8 {
                let bus = try await fixture.raw(as: .app(.plain))
                _ = try await bus.call(list, deadline: .seconds(10), returning: [ConversationInfo].self)
            }
            fixture.backend.send(.lines([]))
            _ = try await events.first { if case .services(let list) = $0, list.isEmpty { true } else { nil } }
        }
    }

    @Test func `newcomers that come at once stay within the limit`() async throws {
        try await EndpointFixture.run(clientLimit: 4) { fixture in
            let list = fixture.method(ContractNames.conversations, "List")
            var buses: [Bus] = []
            for _ in 0..<16 { buses.append(try await fixture.raw(as: .app(.plain))) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for bus in buses {
                    group.addTask {
                        _ = try await bus.call(list, deadline: .seconds(20), returning: [ConversationInfo].self)
                    }
                }
                try await group.waitForAll()
            }
            #expect(await fixture.endpoint.clients.names.count <= 4)
            for bus in buses { await bus.close() }
        }
    }

    @Test func `of one app that follow us shut out no other app`() async throws {
        try await EndpointFixture.run(clientLimit: 4) { fixture in
            let subscribe = fixture.method(ContractNames.conversations, "Subscribe")
            var hoarded: [Bus] = []
            for _ in 0..<8 {
                let bus = try await fixture.raw(as: .app(.plain))
                hoarded.append(bus)
                _ = await code { try await bus.call(subscribe, deadline: .seconds(10)) }
            }
            for app in [AppIdentity.control, .dialer] {
                let bus = try await fixture.raw(as: .app(app))
                try await bus.call(subscribe, deadline: .seconds(10))
                hoarded.append(bus)
            }
            // Nor does the app that has least make room for the one that has most.
            let bus = try await fixture.raw(as: .app(.plain))
            #expect(await code { try await bus.call(subscribe, deadline: .seconds(10)) } == "TooMany")
            for bus in hoarded { await bus.close() }
        }
    }

    @Test func `of one app have no more open requests than the app may`() async throws {
        try await EndpointFixture.run { fixture in
            let screen = try await fixture.raw(as: .app(.screen))
            try await screen.call(
                fixture.method(ContractNames.prompts, "Register"), "graphical", noOptions, deadline: .seconds(20))
            let start = { (bus: Bus, token: Int, number: String) in
                _ = try await bus.call(
                    fixture.method(ContractNames.telephony, "StartConversation"), "t\(token)", Handle.number(number),
                    [String: Variant](), deadline: .seconds(20), returning: ObjectPath.self)
            }
            var buses: [Bus] = []
            for index in 0..<Requests.maximumPerAccount {
                if index % Requests.maximumPerSender == 0 {
                    buses.append(try await fixture.raw(as: .app(.otherDialer)))
                }
                try await start(try #require(buses.last), index, "5550100")
            }
            let late = try await fixture.raw(as: .app(.otherDialer))
            #expect(await code { try await start(late, 0, "5550100") } == DBusError.limitsExceeded)
            // Nor does it keep anybody from help, as far as that is no flood.
            for index in 0..<Requests.maximumUrgentPerAccount { try await start(late, index, "112") }
            #expect(await code { try await start(late, 99, "112") } == DBusError.limitsExceeded)
            // Others do not feel it.
            try await start(try await fixture.raw(as: .app(.control)), 0, "5550100")
            for bus in buses { await bus.close() }
            while await code({ try await start(late, 100, "5550100") }) != nil { try await pause() }
        }
    }

    @Test func `many questions about the history at once are all answered`() async throws {
        try await EndpointFixture.run { fixture in
            let client = try await fixture.client(as: .app(.control))
            let id = try await client.startConversation(with: .number("5550100"))
            try await withThrowingTaskGroup(of: [HistoryEntry].self) { group in
                for _ in 0..<100 { group.addTask { try await client.history().rows } }
                for try await rows in group { #expect(rows.map(\.id) == [id]) }
            }
        }
    }

    @Test func `starts that were cancelled early do not make later ones wait`() async throws {
        try await EndpointFixture.run { fixture in
            let client = try await fixture.client(as: .app(.control))
            for _ in 0..<100 {
                fixture.backend.failNext(with: TelephonyError(.callRefused, "no; try again"))
                let start = Task { try await client.startConversation(with: .number("5550100")) }
                try await pause()
                start.cancel()
                _ = try? await start.value
                // Behind everything that the service still does for it.
                while try await !client.conversations().isEmpty { try await pause() }
            }
            _ = try await client.startConversation(with: .number("5550101"))
        }
    }
}
