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

@Suite("When manifests change", .enabled(if: PrivateBus.program != nil, "needs dbus-daemon"))
struct ChangedManifestTests {
    private func stripped(_ app: AppIdentity) -> Caller {
        var app = app
        app.entitlements = []
        return .app(app)
    }

    private func screen(_ fixture: EndpointFixture, as app: AppIdentity = .screen) async throws -> (
        ConversationClient, EventQueue<PromptEvent>
    ) {
        let client = try await fixture.client(as: .app(app))
        return (client, EventQueue(try await client.promptEvents(as: "graphical")))
    }

    private func shown(_ queue: EventQueue<PromptEvent>) async throws -> PromptInfo {
        try await queue.first { if case .show(let prompt) = $0 { prompt } else { nil } }
    }

    @Test(arguments: [true, false])
    func `what an app asks for is withdrawn when it may not any more`(_ isGone: Bool) async throws {
        try await EndpointFixture.run { fixture in
            let (client, queue) = try await screen(fixture)
            let app = try await fixture.client(as: .app(.otherDialer))
            async let refusal = code { _ = try await app.startConversation(with: .number("5550100")) }
            let prompt = try await shown(queue)
            fixture.time.advance(by: .seconds(1))
            fixture.identity.replace(.otherDialer, by: isGone ? .unknown("gone") : stripped(.otherDialer))
            await fixture.endpoint.appsChanged()
            #expect(await refusal == "NotEntitled")
            #expect(try await queue.first { if case .dismiss(let id) = $0 { id } else { nil } } == prompt.id)
            #expect(await code { try await client.answerPrompt(prompt.id, isAllowed: true) } == "WrongState")
            #expect(fixture.backend.commands.isEmpty)
        }
    }

    @Test func `what the others ask for stays`() async throws {
        try await EndpointFixture.run { fixture in
            let (client, queue) = try await screen(fixture)
            let app = try await fixture.client(as: .app(.otherDialer))
            _ = try await fixture.client(as: .app(.dialer))
            async let started = app.startConversation(with: .number("5550100"))
            let prompt = try await shown(queue)
            fixture.identity.replace(.dialer, by: .unknown("gone"))
            await fixture.endpoint.appsChanged()
            fixture.time.advance(by: .seconds(1))
            try await client.answerPrompt(prompt.id, isAllowed: true)
            let id = try await started
            #expect(try await fixture.board.conversations(for: .app(.control)).map(\.id.uuidString) == [id])
        }
    }

    @Test func `a screen that may not show prompts any more shows none, and what was on it moves`() async throws {
        try await EndpointFixture.run { fixture in
            var other = AppIdentity.screen
            other.bundleIdentifier = "org.example.otherscreen"
            let (_, staying) = try await screen(fixture, as: other)
            let (_, queue) = try await screen(fixture)
            let app = try await fixture.client(as: .app(.otherDialer))
            async let refusal = code { _ = try await app.startConversation(with: .number("5550100")) }
            let prompt = try await shown(queue)
            fixture.identity.replace(.screen, by: stripped(.screen))
            await fixture.endpoint.appsChanged()
            #expect(try await shown(staying) == prompt)
            #expect(await fixture.endpoint.screenCount == 1)
            await app.close()
            #expect(await refusal != nil)
        }
    }

    @Test func `whoever is being identified just then is identified by what is there now`() async throws {
        try await EndpointFixture.run { fixture in
            let bus = try await fixture.raw(as: .app(.otherDialer))
            let (identity, endpoint) = (fixture.identity, fixture.endpoint)
            let gone = stripped(.otherDialer)
            identity.onIdentifying.withLock { body in
                body = {
                    identity.replace(.otherDialer, by: gone)
                    await endpoint.appsChanged()
                }
            }
            let list = fixture.method(ContractNames.telephony, "ListServices")
            for _ in 0..<2 {
                #expect(
                    await code { _ = try await bus.call(list, deadline: .seconds(10), returning: [ServiceInfo].self) }
                        == "NotEntitled")
            }
        }
    }

    @Test func `a screen that loses its right while it is looked at is none`() async throws {
        try await EndpointFixture.run { fixture in
            let bus = try await fixture.raw(as: .app(.screen))
            let (identity, endpoint) = (fixture.identity, fixture.endpoint)
            let gone = stripped(.screen)
            identity.onTerminal.withLock { body in
                body = {
                    identity.replace(.screen, by: gone)
                    await endpoint.appsChanged()
                }
            }
            let register = fixture.method(ContractNames.prompts, "Register")
            #expect(
                await code { try await bus.call(register, "terminal", noOptions, deadline: .seconds(20)) }
                    == "NotAllowed")
            #expect(await endpoint.screenCount == 0)
        }
    }

    @Test func `what is asked for by a right of before is refused`() async throws {
        try await EndpointFixture.run { fixture in
            let bus = try await fixture.raw(as: .app(.otherDialer))
            let list = fixture.method(ContractNames.telephony, "ListServices")
            _ = try await bus.call(list, deadline: .seconds(20), returning: [ServiceInfo].self)
            fixture.identity.replace(.otherDialer, by: stripped(.otherDialer))
            await fixture.endpoint.appsChanged()
            let call = CallContext(
                sender: await bus.uniqueName, path: ContractNames.path, interface: ContractNames.telephony,
                member: "StartConversation")
            let refusal = await code {
                _ = try await fixture.endpoint.request(for: call, by: .app(.otherDialer), token: "a") { [:] }
            }
            #expect(refusal == "NotEntitled")
            #expect(await fixture.endpoint.requests.count == 0)
        }
    }

    @Test func `who cannot be identified any more is nobody`() async throws {
        try await EndpointFixture.run { fixture in
            let bus = try await fixture.raw(as: .app(.otherDialer))
            let list = fixture.method(ContractNames.telephony, "ListServices")
            _ = try await bus.call(list, deadline: .seconds(20), returning: [ServiceInfo].self)
            fixture.identity.failing.withLock { $0 = true }
            await fixture.endpoint.appsChanged()
            let refusal = await code {
                _ = try await bus.call(list, deadline: .seconds(20), returning: [ServiceInfo].self)
            }
            #expect(refusal == "UnknownApp")
            fixture.identity.failing.withLock { $0 = false }
            await fixture.endpoint.appsChanged()
            _ = try await bus.call(list, deadline: .seconds(20), returning: [ServiceInfo].self)
        }
    }

    @Test func `an open result of the history is closed to who lost the role and has it again`() async throws {
        try await EndpointFixture.run { fixture in
            let dialer = AppIdentity.dialer.bundleIdentifier
            try await fixture.board.setRole(.dialer, to: dialer, by: .app(.control))
            for _ in 0...HistoryPage.size {
                let row = ConversationRecord(
                    id: UUID(), direction: .outgoing, handles: [.number("5550100")], startedAt: fixture.time.date)
                _ = await fixture.store.record(row)
            }
            let bus = try await fixture.raw(as: .app(.dialer))
            let query = fixture.method(ContractNames.history, "Query")
            let next = fixture.method(ContractNames.history, "Next")
            let (cursor, _) = try await bus.call(
                query, "", UInt32(0), noOptions, deadline: .seconds(10), returning: UInt32.self, [HistoryEntry].self)
            #expect(cursor != 0)
            try await fixture.board.clearRole(.dialer, by: .app(.control))
            try await fixture.board.setRole(.dialer, to: dialer, by: .app(.control))
            #expect(
                await code {
                    _ = try await bus.call(
                        next, cursor, deadline: .seconds(10), returning: UInt32.self, [HistoryEntry].self)
                } == "InvalidQuery")
        }
    }
}

@Suite("A screen", .enabled(if: PrivateBus.program != nil, "needs dbus-daemon"))
struct ScreenTests {
    private func register(_ bus: Bus, _ kind: String, _ fixture: EndpointFixture) async throws {
        try await bus.call(fixture.method(ContractNames.prompts, "Register"), kind, noOptions, deadline: .seconds(10))
    }

    @Test(arguments: ["terminal", "graphical"])
    func `whose process is stopped is passed over`(_ kind: String) async throws {
        try await EndpointFixture.run { fixture in
            let client = try await fixture.client(as: .app(.screen))
            let queue = EventQueue(try await client.promptEvents(as: "terminal"))
            let frozen = try await fixture.raw(as: .app(.screen))
            try await register(frozen, kind, fixture)
            fixture.identity.stop([try #require(await frozen.uniqueName)])
            let app = try await fixture.client(as: .app(.otherDialer))
            async let refusal = code { _ = try await app.startConversation(with: .number("5550100")) }
            let prompt: PromptInfo = try await queue.first { if case .show(let prompt) = $0 { prompt } else { nil } }
            fixture.time.advance(by: .seconds(1))
            try await client.answerPrompt(prompt.id, isAllowed: false)
            #expect(await refusal == "Declined")
            await client.close()
            while await fixture.endpoint.screenCount > 1 { try await pause() }
            #expect(await code { _ = try await app.startConversation(with: .number("5550100")) } == "PromptUnavailable")
        }
    }

    @Test func `that went while it was looked at is none`() async throws {
        try await EndpointFixture.run { fixture in
            let bus = try await fixture.raw(as: .app(.screen))
            _ = try? await bus.call(
                fixture.method(ContractNames.conversations, "List"), deadline: .seconds(10),
                returning: [ConversationInfo].self)
            let name = try #require(await bus.uniqueName)
            let endpoint = fixture.endpoint
            let (ended, end) = AsyncStream.makeStream(of: Void.self)
            fixture.identity.onTerminal.withLock { body in
                body = {
                    await bus.close()
                    while await endpoint.clients[name] != nil { try? await pause() }
                    // Behind all that is done about its end.
                    for _ in 0..<10 { _ = try? await fixture.client(as: .app(.control)).conversations() }
                    end.finish()
                }
            }
            _ = try? await register(bus, "terminal", fixture)
            for await _ in ended {}
            // Behind the registration.
            _ = try await fixture.client(as: .app(.control)).conversations()
            #expect(await fixture.endpoint.screenCount == 0)
        }
    }
}
