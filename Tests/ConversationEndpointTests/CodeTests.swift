// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import ConversationService
import DBus
import FoundationEssentials
import Telephony
import TestSupport
import Testing

@testable import ConversationEndpoint

@Suite("Codes on the bus", .enabled(if: PrivateBus.program != nil, "needs dbus-daemon"))
struct CodeTests {
    private let menu = USSDReply(text: "1 or 2?", wantsAnswer: true)

    @Test func `a session goes from its code over its answers to its end`() async throws {
        try await EndpointFixture.run { fixture in
            let client = try await fixture.client(as: .app(.control))
            fixture.backend.reply(menu, USSDReply(text: "Done", wantsAnswer: false))
            let question = try await client.runCode("*101#")
            let session = try #require(question.session)
            #expect(question.text == "1 or 2?")
            #expect(await code { _ = try await client.answerCode(session, "\u{1B}") } == "InvalidArgument")
            let end = try await client.answerCode(session, "2")
            #expect(end == CodeReply(text: "Done"))
            #expect(await code { _ = try await client.answerCode(session, "2") } == "WrongState")
        }
    }

    @Test func `a session is of its connection alone, though another is the same app`() async throws {
        try await EndpointFixture.run { fixture in
            let client = try await fixture.client(as: .app(.control))
            let other = try await fixture.client(as: .app(.control))
            fixture.backend.reply(menu)
            let session = try #require(try await client.runCode("*101#").session)
            #expect(await code { _ = try await other.answerCode(session, "2") } == "WrongState")
            #expect(await code { try await other.cancelCode(session) } == "WrongState")
            try await client.cancelCode(session)
            #expect(await code { try await client.cancelCode(session) } == "WrongState")
        }
    }

    @Test func `a session ends when its client goes`() async throws {
        try await EndpointFixture.run { fixture in
            let client = try await fixture.client(as: .app(.control))
            fixture.backend.reply(menu)
            _ = try await client.runCode("*101#")
            await client.close()
            try await within { while await fixture.board.codesInProgress > 0 { try await pause() } }
            let cancel = ScriptedBackend.Command.cancelCode(fixture.backend.line().key)
            try await within { while !fixture.backend.commands.contains(cancel) { try await pause() } }
        }
    }

    @Test func `a code that runs is cancelled when its client goes`() async throws {
        try await EndpointFixture.run { fixture in
            let client = try await fixture.client(as: .app(.control))
            fixture.backend.holdCodes()
            let running = Task { try await client.runCode("*100#") }
            try await within { while await fixture.board.codesInProgress == 0 { try await pause() } }
            await client.close()
            try await within { while await fixture.board.codesInProgress > 0 { try await pause() } }
            running.cancel()
        }
    }

    @Test func `who has a session hears that the network ended it`() async throws {
        try await EndpointFixture.run { fixture in
            let client = try await fixture.client(as: .app(.control))
            let ends = try await client.events(about: [.codes], startsDaemon: false)
            fixture.backend.reply(menu)
            let session = try #require(try await client.runCode("*101#").session)
            fixture.backend.send(.sessionEnded(fixture.backend.line().key))
            try await within {
                for await event in ends where event == .codeEnded(session) { return }
            }
        }
    }

    @Test func `who has a session hears its end also when it came before the session was noted`() async throws {
        try await EndpointFixture.run { fixture in
            let bus = try await fixture.raw(as: .app(.control))
            try await bus.call(fixture.method(ContractNames.conversations, "List"), deadline: .seconds(20))
            let name = try #require(await bus.uniqueName)
            let ends = EventQueue(try await bus.signals(SignalMatch(interface: ContractNames.codes)))
            // No session waits: this one has ended since its turn did.
            let session = UUID()
            let response = Response(
                code: Response.succeeded, results: ["text": "1 or 2?", "session": .string(session.uuidString)])
            await fixture.endpoint.codeHasRun(of: name, response, isSent: false, answering: nil)
            await fixture.endpoint.codeHasRun(of: name, response, isSent: true, answering: nil)
            let told = try await ends.first { try? $0.read(as: String.self) }
            #expect(told == session.uuidString)
            #expect(await fixture.endpoint.clients[name]?.codes.isEmpty == true)
        }
    }

    @Test func `a connection has no more codes than its limit`() async throws {
        try await EndpointFixture.run { fixture in
            let limit = ConversationEndpoint.maximumCodesPerClient
            fixture.backend.send(.lines((0...limit).map { fixture.backend.line("\($0)") }))
            let client = try await fixture.client(as: .app(.control))
            try await within { while try await client.services().count <= limit { try await pause() } }
            let services = try await client.services().map(\.id)
            var sessions: [String] = []
            for service in services.dropLast() {
                fixture.backend.reply(menu)
                sessions.append(try #require(try await client.runCode("*101#", service: service).session))
            }
            #expect(await code { _ = try await client.runCode("*100#", service: services[limit]) } == "TooMany")
            try await client.cancelCode(sessions[0])
            let text = try await client.runCode("*100#", service: services[limit]).text
            #expect(text == "OK")
        }
    }
}
