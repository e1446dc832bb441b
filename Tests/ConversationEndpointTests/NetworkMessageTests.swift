// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import ConversationEndpoint
import ConversationService
import DBus
import FoundationEssentials
import Telephony
import TestSupport
import Testing

@Suite("The network's own words on the bus", .enabled(if: PrivateBus.program != nil, "needs dbus-daemon"))
struct NetworkMessageTests {
    private typealias Messages = EventQueue<ClientEvent>

    private static func follow(_ client: ConversationClient) async throws -> Messages {
        EventQueue(try await client.events(about: [.messages], startsDaemon: false))
    }

    private static func next(_ messages: Messages) async throws -> MessageInfo {
        try await messages.first { if case .message(let message) = $0 { message } else { nil } }
    }

    private static func say(_ fixture: EndpointFixture, _ text: String, asks: Bool = false, on line: String = "0") {
        fixture.backend.send(.said(USSDReply(text: text, wantsAnswer: asks), fixture.backend.line(line).key))
    }

    @Test func `are told to control and to the default dialer`() async throws {
        try await EndpointFixture.run { fixture in
            try await fixture.board.setRole(.dialer, to: AppIdentity.dialer.bundleIdentifier, by: .app(.control))
            let clients = [
                try await fixture.client(as: .app(.control)), try await fixture.client(as: .app(.dialer)),
            ]
            let followed = [try await Self.follow(clients[0]), try await Self.follow(clients[1])]
            let service = try await clients[0].services().first?.id ?? ""
            Self.say(fixture, "Balance: 5.00")
            for messages in followed {
                #expect(try await Self.next(messages) == MessageInfo(text: "Balance: 5.00", service: service))
            }
        }
    }

    @Test func `are not told any more to who was the default dialer`() async throws {
        try await EndpointFixture.run { fixture in
            try await fixture.board.setRole(.dialer, to: AppIdentity.dialer.bundleIdentifier, by: .app(.control))
            let dialer = try await fixture.raw(as: .app(.dialer))
            let match = SignalMatch(interface: ContractNames.codes, member: "Message")
            let signals = EventQueue(try await dialer.signals(match))
            let subscribe = fixture.method(ContractNames.codes, "Subscribe")
            try await dialer.call(subscribe, deadline: .seconds(5))
            let client = try await fixture.client(as: .app(.control))
            let control = try await Self.follow(client)
            Self.say(fixture, "One")
            _ = await signals.next()
            try await fixture.board.clearRole(.dialer, by: .app(.control))
            Self.say(fixture, "Two")
            // Both have been sent by then, and what was sent before a ping's answer comes before it.
            while try await Self.next(control).text != "Two" {}
            try await dialer.call(fixture.method("org.freedesktop.DBus.Peer", "Ping"), deadline: .seconds(5))
            #expect(await signals.drained().isEmpty)
            await client.close()
        }
    }

    @Test func `ask in a session that the first connection to answer has`() async throws {
        try await EndpointFixture.run { fixture in
            let first = try await fixture.client(as: .app(.control))
            let second = try await fixture.client(as: .app(.control))
            let messages = try await Self.follow(first)
            fixture.backend.reply(USSDReply(text: "Sure?", wantsAnswer: true))
            Self.say(fixture, "Pay?", asks: true)
            let session = try #require(try await Self.next(messages).session)
            #expect(await code { _ = try await second.answerCode(session, "\u{1B}") } == "InvalidArgument")
            let reply = try await first.answerCode(session, "1")
            #expect(reply == CodeReply(text: "Sure?", session: session))
            #expect(await code { _ = try await second.answerCode(session, "2") } == "WrongState")
            #expect(await code { try await second.cancelCode(session) } == "WrongState")
            let last = try await first.answerCode(session, "1").text
            #expect(last == "OK")
        }
    }

    @Test func `ask in a session that one of several at once gets`() async throws {
        try await EndpointFixture.run { fixture in
            let line = fixture.backend.line().key
            let clients = [
                try await fixture.client(as: .app(.control)), try await fixture.client(as: .app(.control)),
            ]
            let messages = try await Self.follow(clients[0])
            fixture.backend.reply(USSDReply(text: "Sure?", wantsAnswer: true))
            Self.say(fixture, "Pay?", asks: true)
            let session = try #require(try await Self.next(messages).session)
            async let one = code { _ = try await clients[0].answerCode(session, "1") }
            async let other = code { _ = try await clients[1].answerCode(session, "1") }
            let outcomes = await [one, other]
            #expect(outcomes.count { $0 == nil } == 1 && outcomes.contains("WrongState"))
            #expect(fixture.backend.commands == [.codeAnswer("1", line)])
        }
    }

    @Test func `ask nobody without the right`() async throws {
        try await EndpointFixture.run { fixture in
            let control = try await fixture.client(as: .app(.control))
            let messages = try await Self.follow(control)
            Self.say(fixture, "Pay?", asks: true)
            let session = try #require(try await Self.next(messages).session)
            for caller in [Caller.app(.otherDialer), .app(.plain), .unknown("no manifest")] {
                let client = try await fixture.client(as: caller)
                #expect(await code { _ = try await client.answerCode(session, "1") } == "WrongState")
                #expect(await code { try await client.cancelCode(session) } == "WrongState")
            }
            try await control.cancelCode(session)
            try await within { while fixture.backend.commands.isEmpty { try await pause() } }
            #expect(await fixture.board.codesInProgress == 0)
            #expect(fixture.backend.commands == [.cancelCode(fixture.backend.line().key)])
        }
    }

    @Test func `wait for others when who followed them goes, but not when who answered does`() async throws {
        try await EndpointFixture.run { fixture in
            let gone = try await fixture.client(as: .app(.control))
            let messages = try await Self.follow(gone)
            fixture.backend.reply(USSDReply(text: "Sure?", wantsAnswer: true))
            Self.say(fixture, "Pay?", asks: true)
            let session = try #require(try await Self.next(messages).session)
            await gone.close()
            let next = try await fixture.client(as: .app(.control))
            _ = try await next.answerCode(session, "1")
            await next.close()
            try await within { while await fixture.board.codesInProgress > 0 { try await pause() } }
            let cancel = ScriptedBackend.Command.cancelCode(fixture.backend.line().key)
            try await within { while fixture.backend.commands.last != cancel { try await pause() } }
        }
    }

    @Test func `stay with who could not answer them yet`() async throws {
        try await EndpointFixture.run { fixture in
            let follower = try await fixture.client(as: .app(.control))
            let messages = try await Self.follow(follower)
            Self.say(fixture, "Pay?", asks: true)
            let session = try #require(try await Self.next(messages).session)
            let hasty = try await fixture.raw(as: .app(.control))
            let answer = fixture.method(ContractNames.codes, "Answer")
            #expect(
                await code {
                    try await hasty.call(answer, "not a token", session, "1", noOptions, deadline: .seconds(5))
                } != nil)
            #expect(await code { _ = try await follower.answerCode(session, "1") } == "WrongState")
            let cancel = fixture.method(ContractNames.codes, "Cancel")
            try await hasty.call(cancel, session, deadline: .seconds(5))
        }
    }

    @Test func `are answered by a connection within its limit of sessions`() async throws {
        try await EndpointFixture.run { fixture in
            let limit = ConversationEndpoint.maximumCodesPerClient
            fixture.backend.send(.lines((0...limit).map { fixture.backend.line("\($0)") }))
            let client = try await fixture.client(as: .app(.control))
            try await within { while try await client.services().count <= limit { try await pause() } }
            let messages = try await Self.follow(client)
            var sessions: [String] = []
            for line in 0...limit {
                Self.say(fixture, "Pay?", asks: true, on: "\(line)")
                sessions.append(try #require(try await Self.next(messages).session))
            }
            for session in sessions.dropLast() {
                fixture.backend.reply(USSDReply(text: "Sure?", wantsAnswer: true))
                _ = try await client.answerCode(session, "1")
            }
            #expect(await code { _ = try await client.answerCode(sessions[limit], "1") } == "TooMany")
            try await client.cancelCode(sessions[0])
            let text = try await client.answerCode(sessions[limit], "1").text
            #expect(text == "OK")
        }
    }
}
