// SPDX-License-Identifier: Apache-2.0
import ConversationService
import FoundationEssentials
import Telephony
import TestSupport
import Testing

@Suite("The service, when the network says something by itself")
struct SwitchboardMessageTests {
    private func code(_ operation: () async throws -> Void) async -> TelephonyError.Code? {
        do { try await operation() } catch { return (error as? TelephonyError)?.code }
        return nil
    }

    private static func message(_ fixture: ServiceFixture) async throws -> NetworkMessage {
        try await fixture.events.first { if case .message(let message) = $0 { message } else { nil } }
    }

    /// The network asks; returns the session.
    private static func ask(_ fixture: ServiceFixture, _ text: String = "Pay?") async throws -> UUID {
        fixture.backend.send(.said(USSDReply(text: text, wantsAnswer: true), fixture.backend.line().key))
        return try #require(try await message(fixture).session)
    }

    private static func waitUntilNoCodes(_ fixture: ServiceFixture) async throws {
        try await within { while await fixture.board.codesInProgress > 0 { try await pause() } }
    }

    @Test func `tells it with the service that it came to, and keeps nothing of it`() async throws {
        try await ServiceFixture.run { fixture in
            let line = fixture.backend.line().key
            fixture.backend.send(.said(USSDReply(text: "Balance: 5.00", wantsAnswer: false), line))
            let message = try await Self.message(fixture)
            let service = try await fixture.board.services(for: .app(.control)).first?.id
            #expect(message == NetworkMessage(text: "Balance: 5.00", service: service))
            #expect(await fixture.board.codesInProgress == 0)
            #expect(fixture.store.rows.isEmpty)
        }
    }

    @Test func `bounds it, takes control characters out, and logs nothing of it`() async throws {
        try await ServiceFixture.run { fixture in
            let text = "\u{1B}]0;secret\u{7}" + String(repeating: "x", count: 100_000)
            fixture.backend.send(.said(USSDReply(text: "", wantsAnswer: false), fixture.backend.line().key))
            fixture.backend.send(.said(USSDReply(text: text, wantsAnswer: false), fixture.backend.line().key))
            let message = try await Self.message(fixture)
            #expect(message.text.hasPrefix("\u{FFFD}]0;secret\u{FFFD}x"))
            #expect(message.text.unicodeScalars.count == USSDText.maximumReplyLength)
            #expect(fixture.logged.withLock { $0 }.allSatisfy { !$0.contains("secret") })
        }
    }

    @Test func `lets the first who acts for the person answer a question, and nobody after`() async throws {
        try await ServiceFixture.run { fixture in
            let line = fixture.backend.line().key
            try await fixture.makeDefaultDialer()
            let session = try await Self.ask(fixture)
            for caller in [Caller.app(.otherDialer), .app(.plain), .unknown("")] {
                #expect(await code { try await fixture.board.claimCode(session, by: caller) } == .wrongState)
            }
            #expect(
                await code { try await fixture.board.claimCode(session, toSay: "1\rAT", by: .app(.control)) }
                    == .invalidArgument)
            #expect(await fixture.board.isOpenToAll(session))
            try await fixture.board.claimCode(session, toSay: "1", by: .app(.dialer))
            #expect(await code { try await fixture.board.claimCode(session, by: .app(.control)) } == .wrongState)
            #expect(
                await code { _ = try await fixture.board.answerCode(session, "2", by: .app(.control)) } == .wrongState)
            let reply = try await fixture.board.answerCode(session, "1", by: .app(.dialer))
            #expect(reply == CodeResult(text: "OK"))
            #expect(fixture.backend.commands == [.codeAnswer("1", line)])
            #expect(await fixture.board.codesInProgress == 0)
        }
    }

    @Test func `lets nobody into a session that was not taken up`() async throws {
        try await ServiceFixture.run { fixture in
            let session = try await Self.ask(fixture)
            for caller in [Caller.app(.control), .unknown("")] {
                #expect(await code { _ = try await fixture.board.answerCode(session, "1", by: caller) } == .wrongState)
                #expect(await code { try await fixture.board.cancelCode(session, by: caller) } == .wrongState)
            }
            #expect(fixture.backend.commands.isEmpty)
        }
    }

    @Test func `runs no code on a line that has a question`() async throws {
        try await ServiceFixture.run { fixture in
            let session = try await Self.ask(fixture)
            #expect(await code { _ = try await fixture.board.runCode("*100#", by: .app(.control)) } == .wrongState)
            try await fixture.board.claimCode(session, by: .app(.control))
            try await fixture.board.cancelCode(session, by: .app(.control))
            let text = try await fixture.board.runCode("*100#", by: .app(.control)).text
            #expect(text == "OK")
        }
    }

    @Test func `ends a question that nobody answers`() async throws {
        try await ServiceFixture.run { fixture in
            _ = try await Self.ask(fixture)
            try await fixture.time.waitForSleeper(Switchboard.answerPatience)
            fixture.time.advance(by: Switchboard.answerPatience)
            _ = try await fixture.commands.first { $0 == .cancelCode(fixture.backend.line().key) ? true : nil }
            #expect(await fixture.board.codesInProgress == 0)
        }
    }

    @Test func `gives a newer question in the same session its whole time`() async throws {
        try await ServiceFixture.run { fixture in
            let session = try await Self.ask(fixture)
            try await fixture.time.waitForSleeper(Switchboard.answerPatience)
            fixture.time.advance(by: Switchboard.answerPatience - .seconds(1))
            let newer = try await Self.ask(fixture, "Pay now?")
            #expect(newer == session)
            try await fixture.time.waitForSleeper(Switchboard.answerPatience)
            fixture.time.advance(by: .seconds(1))
            try await within { while fixture.time.sleeperCount > 1 { try await pause() } }
            #expect(await fixture.board.codesWaitingForAnswer == [session])
        }
    }

    @Test(arguments: [true, false])
    func `ends a question with its line, and when the network does`(_ byLine: Bool) async throws {
        try await ServiceFixture.run { fixture in
            _ = try await Self.ask(fixture)
            fixture.backend.send(byLine ? .lines([]) : .sessionEnded(fixture.backend.line().key))
            try await Self.waitUntilNoCodes(fixture)
            #expect(byLine || fixture.backend.commands.isEmpty)
        }
    }

    @Test func `frees the line of a code that the network ended while it waited`() async throws {
        try await ServiceFixture.run { fixture in
            fixture.backend.reply(USSDReply(text: "?", wantsAnswer: true))
            _ = try await fixture.board.runCode("*101#", by: .app(.control))
            fixture.backend.send(.sessionEnded(fixture.backend.line().key))
            try await Self.waitUntilNoCodes(fixture)
            let text = try await fixture.board.runCode("*100#", by: .app(.control)).text
            #expect(text == "OK")
        }
    }

    @Test func `leaves a question in an app's session to the app`() async throws {
        try await ServiceFixture.run { fixture in
            fixture.backend.reply(USSDReply(text: "?", wantsAnswer: true))
            let session = try await fixture.board.runCode("*101#", by: .app(.control)).session
            fixture.backend.send(.said(USSDReply(text: "Hurry", wantsAnswer: true), fixture.backend.line().key))
            let message = try await Self.message(fixture)
            #expect(message.text == "Hurry" && message.session == nil)
            #expect(await fixture.board.codesWaitingForAnswer == Set([session].compactMap(\.self)))
        }
    }

    @Test func `opens a session for a question that comes while a code is set up`() async throws {
        try await ServiceFixture.run { fixture in
            let line = fixture.backend.line().key
            fixture.backend.holdCodes()
            let running = Task { try await fixture.board.runCode("*100#", by: .app(.control)) }
            _ = try await fixture.commands.first { $0 == .code("*100#", line) ? true : nil }
            let session = try await Self.ask(fixture)
            fixture.backend.letCodesThrough(failing: TelephonyError(.wrongState, "the modem has a session"))
            #expect(await code { _ = try await running.value } == .wrongState)
            #expect(await fixture.board.codesWaitingForAnswer == [session])
        }
    }

    @Test func `ends a question at once on a line that is not there`() async throws {
        try await ServiceFixture.run { fixture in
            let line = LineKey(backend: fixture.backend.name, reference: "gone")
            fixture.backend.send(.said(USSDReply(text: "Pay?", wantsAnswer: true), line))
            let message = try await Self.message(fixture)
            #expect(message == NetworkMessage(text: "Pay?"))
            _ = try await fixture.commands.first { $0 == .cancelCode(line) ? true : nil }
            #expect(await fixture.board.codesInProgress == 0)
        }
    }
}
