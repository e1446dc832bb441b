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

@Suite("On the bus, a prompt", .enabled(if: PrivateBus.program != nil, "needs dbus-daemon"))
struct PromptsOnTheBusTests {
    private func screen(_ fixture: EndpointFixture, _ kind: String) async throws -> (
        ConversationClient, EventQueue<PromptEvent>
    ) {
        let client = try await fixture.client(as: .app(.screen))
        return (client, EventQueue(try await client.promptEvents(as: kind)))
    }

    private func shown(_ queue: EventQueue<PromptEvent>) async throws -> PromptInfo {
        try await queue.first { if case .show(let prompt) = $0 { prompt } else { nil } }
    }

    @Test func `is shown with what will be done and by whom, and its answer decides`() async throws {
        try await EndpointFixture.run { fixture in
            let (client, queue) = try await screen(fixture, "graphical")
            let app = try await fixture.client(as: .app(.otherDialer))
            async let started = app.startConversation(with: .number("+15550100,1"))
            let prompt = try await shown(queue)
            #expect(prompt.act == "call" && prompt.subject == "+15550100,1")
            #expect(prompt.asker == "org.example.other" && prompt.askerName == "Other")
            #expect(await code { try await client.answerPrompt(prompt.id, isAllowed: true) } == "WrongState")
            fixture.time.advance(by: ConsentDesk.deafTime)
            try await client.answerPrompt(prompt.id, isAllowed: true)
            let id = try await started
            #expect(try await fixture.board.conversations(for: .app(.control)).map(\.id.uuidString) == [id])
            #expect(await code { try await client.answerPrompt(prompt.id, isAllowed: true) } == "WrongState")
        }
    }

    @Test func `has the lines to choose of, and its answer names one`() async throws {
        try await EndpointFixture.run { fixture in
            fixture.backend.send(.lines([fixture.backend.line("0"), fixture.backend.line("1")]))
            while try await fixture.board.services(for: .app(.control)).count < 2 { try await pause() }
            let app = try await fixture.client(as: .app(.control))
            let start = { try await app.startConversation(with: .number("5550100")) }
            #expect(await code { _ = try await start() } == "LineChoiceNeeded")
            let (client, queue) = try await screen(fixture, "graphical")
            async let started = start()
            let prompt = try await shown(queue)
            #expect(prompt.act == "chooseLine" && prompt.choices.map(\.label) == ["Line 0", "Line 1"])
            fixture.time.advance(by: ConsentDesk.deafTime)
            for line in [nil, "", "nonsense"] {
                let refusal = await code { try await client.answerPrompt(prompt.id, isAllowed: true, on: line) }
                #expect(refusal == "InvalidArgument")
            }
            try await client.answerPrompt(prompt.id, isAllowed: true, on: prompt.choices[1].id)
            _ = try await started
            #expect(fixture.backend.commands == [.dial("5550100", fixture.backend.line("1").key)])
        }
    }

    @Test func `without a screen is refused, and the error says so`() async throws {
        try await EndpointFixture.run { fixture in
            let app = try await fixture.client(as: .app(.otherDialer))
            #expect(await code { _ = try await app.startConversation(with: .number("5550100")) } == "PromptUnavailable")
            let (client, queue) = try await screen(fixture, "graphical")
            await client.close()
            _ = await queue.next()
            try await within { while await fixture.endpoint.screenCount > 0 { try await pause() } }
            #expect(await code { _ = try await app.startConversation(with: .number("5550100")) } == "PromptUnavailable")
        }
    }

    @Test func `is on the graphical screen when there is one, and moves when that goes`() async throws {
        try await EndpointFixture.run { fixture in
            let (graphical, queue) = try await screen(fixture, "graphical")
            let (terminal, terminalQueue) = try await screen(fixture, "terminal")
            let app = try await fixture.client(as: .app(.otherDialer))
            async let outcome = code { _ = try await app.startConversation(with: .number("5550100")) }
            let prompt = try await shown(queue)
            fixture.time.advance(by: .seconds(2))
            #expect(await code { try await terminal.answerPrompt(prompt.id, isAllowed: true) } == "WrongState")
            await graphical.close()
            #expect(try await shown(terminalQueue) == prompt)
            #expect(await code { try await terminal.answerPrompt(prompt.id, isAllowed: true) } == "WrongState")
            fixture.time.advance(by: ConsentDesk.deafTime)
            try await terminal.answerPrompt(prompt.id, isAllowed: false)
            #expect(await outcome == "Declined")
        }
    }

    @Test func `is shown on a screen that comes while the only other one is looked at`() async throws {
        try await EndpointFixture.run { fixture in
            // Behind the time in which prompts wait for screens.
            fixture.time.advance(by: .seconds(3))
            let frozen = try await fixture.raw(as: .app(.screen))
            let register = fixture.method(ContractNames.prompts, "Register")
            try await frozen.call(register, "terminal", noOptions, deadline: .seconds(20))
            let (shown, show) = AsyncStream.makeStream(of: EventQueue<PromptEvent>.self)
            let identity = fixture.identity
            identity.onTerminal.withLock { body in
                body = {
                    identity.stop([await frozen.uniqueName ?? ""])
                    if let (_, queue) = try? await screen(fixture, "graphical") { show.yield(queue) }
                    show.finish()
                }
            }
            let app = try await fixture.client(as: .app(.otherDialer))
            async let outcome = code { _ = try await app.startConversation(with: .number("5550100")) }
            let queue = try #require(await shown.first { _ in true })
            #expect(try await self.shown(queue).subject == "5550100")
            await app.close()
            _ = await outcome
        }
    }

    @Test func `that waits for a screen to be looked at holds up no other news`() async throws {
        try await EndpointFixture.run { fixture in
            let screen = try await fixture.raw(as: .app(.screen))
            let register = fixture.method(ContractNames.prompts, "Register")
            try await screen.call(register, "terminal", noOptions, deadline: .seconds(20))
            let control = try await fixture.client(as: .app(.control))
            let events = EventQueue(try await control.events(about: [.conversations], startsDaemon: false))
            let (looking, look) = AsyncStream.makeStream(of: Void.self)
            let (ended, end) = AsyncStream.makeStream(of: Void.self)
            fixture.identity.onTerminal.withLock { body in
                body = {
                    look.finish()
                    for await _ in ended {}
                }
            }
            let app = try await fixture.client(as: .app(.otherDialer))
            async let outcome = code { _ = try await app.startConversation(with: .number("5550100")) }
            for await _ in looking {}
            let id = try await control.startConversation(with: .number("5550101"))
            let info = try await events.first { if case .conversation(let info) = $0 { info } else { nil } }
            #expect(info.id == id)
            end.finish()
            await app.close()
            _ = await outcome
        }
    }

    @Test func `is refused when its last screen goes, and dismissed when whoever asked goes`() async throws {
        try await EndpointFixture.run { fixture in
            let (client, queue) = try await screen(fixture, "graphical")
            let app = try await fixture.client(as: .app(.otherDialer))
            async let gone = code { _ = try await app.startConversation(with: .number("5550100")) }
            let first = try await shown(queue)
            // The app's own connection ends, as when its process dies.
            await app.close()
            let dismissed = try await queue.first { if case .dismiss(let id) = $0 { id } else { nil } }
            #expect(dismissed == first.id)
            #expect(await gone != nil)
            let again = try await fixture.client(as: .app(.otherDialer))
            async let refused = code { _ = try await again.startConversation(with: .number("5550101")) }
            _ = try await shown(queue)
            await client.close()
            #expect(await refused == "PromptUnavailable")
            #expect(fixture.backend.commands.isEmpty)
        }
    }

    @Test func `is shown and answered by the system's own screens alone`() async throws {
        try await EndpointFixture.run { fixture in
            for caller in [AppIdentity.dialer, .plain, .control] {
                let client = try await fixture.client(as: .app(caller))
                #expect(await code { _ = try await client.promptEvents(as: "graphical") } == "NotAllowed")
            }
            let (client, _) = try await screen(fixture, "graphical")
            #expect(await code { _ = try await client.promptEvents(as: "holographic") } == "InvalidArgument")
        }
    }
}
