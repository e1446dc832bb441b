// SPDX-License-Identifier: Apache-2.0
import ConversationService
import FoundationEssentials
import Synchronization
import Telephony
import TestSupport
import Testing

@Suite("The service, when a code is run")
struct SwitchboardCodeTests {
    private func code(_ operation: () async throws -> Void) async -> TelephonyError.Code? {
        do { try await operation() } catch { return (error as? TelephonyError)?.code }
        return nil
    }

    @Test func `gives the network's word to whoever acts for the person, and dials and records nothing`() async throws {
        try await ServiceFixture.run { fixture in
            fixture.backend.reply(USSDReply(text: "Balance: 5.00", wantsAnswer: false))
            let result = try await fixture.board.runCode("*100#", by: .app(.control))
            #expect(result == CodeResult(text: "Balance: 5.00"))
            #expect(fixture.backend.commands == [.code("*100#", fixture.backend.line().key)])
            #expect(fixture.store.rows.isEmpty)
            #expect(await fixture.board.codesInProgress == 0)
        }
    }

    @Test func `carries a session with answers to its end`() async throws {
        try await ServiceFixture.run { fixture in
            let line = fixture.backend.line().key
            try await fixture.makeDefaultDialer()
            fixture.backend.reply(
                USSDReply(text: "1 or 2?", wantsAnswer: true), USSDReply(text: "Which?", wantsAnswer: true),
                USSDReply(text: "Done", wantsAnswer: false))
            let menu = try await fixture.board.runCode("*101#", by: .app(.dialer))
            let session = try #require(menu.session)
            let next = try await fixture.board.answerCode(session, "2", by: .app(.dialer)).session
            #expect(next == session)
            let last = try await fixture.board.answerCode(session, "x", by: .app(.dialer))
            #expect(last == CodeResult(text: "Done"))
            #expect(
                fixture.backend.commands == [
                    .code("*101#", line), .codeAnswer("2", line), .codeAnswer("x", line),
                ])
            #expect(
                await code { _ = try await fixture.board.answerCode(session, "2", by: .app(.dialer)) } == .wrongState)
        }
    }

    @Test func `keeps a session from everybody else and from unsafe answers`() async throws {
        try await ServiceFixture.run { fixture in
            fixture.backend.reply(USSDReply(text: "?", wantsAnswer: true))
            let session = try #require(try await fixture.board.runCode("*101#", by: .app(.control)).session)
            #expect(
                await code { _ = try await fixture.board.answerCode(session, "1", by: .app(.dialer)) } == .wrongState)
            #expect(await code { try await fixture.board.cancelCode(session, by: .unknown("")) } == .wrongState)
            #expect(
                await code { _ = try await fixture.board.answerCode(session, "1\rAT", by: .app(.control)) }
                    == .invalidArgument)
            #expect(await fixture.board.codesWaitingForAnswer == [session])
        }
    }

    @Test func `runs one code a line`() async throws {
        try await ServiceFixture.run { fixture in
            let line = fixture.backend.line().key
            fixture.backend.reply(USSDReply(text: "?", wantsAnswer: true))
            let session = try #require(try await fixture.board.runCode("*101#", by: .app(.control)).session)
            #expect(await code { _ = try await fixture.board.runCode("*100#", by: .app(.control)) } == .wrongState)
            try await fixture.board.cancelCode(session, by: .app(.control))
            _ = try await fixture.commands.first { $0 == .cancelCode(line) ? true : nil }
            let free = try await fixture.board.runCode("*100#", by: .app(.control)).text
            #expect(free == "OK")
        }
    }

    @Test(arguments: [
        ("**04*1234*98765*98765#", "The PIN is changed."), ("**05*12345678*98765*98765#", "unblocked"),
    ])
    func `gives PIN and PUK to the SIM alone`(_ text: String, _ said: String) async throws {
        try await ServiceFixture.run { fixture in
            let line = fixture.backend.line().key
            let result = try await fixture.board.runCode(text, by: .app(.control))
            #expect(result.text.contains(said))
            let expected: ScriptedBackend.Command =
                text.hasPrefix("**04")
                ? .changePIN("1234", "98765", line) : .unblockPIN("12345678", "98765", line)
            #expect(fixture.backend.commands == [expected])
        }
    }

    @Test func `switches call waiting and tells the device's identity without the network`() async throws {
        try await ServiceFixture.run { fixture in
            let line = fixture.backend.line().key
            let waiting = try await fixture.board.runCode("*43#", by: .app(.control)).text
            #expect(waiting == "Call waiting is on.")
            let identity = try await fixture.board.runCode("*#06#", by: .app(.control)).text
            #expect(identity == "001010000000020")
            #expect(
                fixture.backend.commands == [
                    .callWaiting(true, line), .callWaiting(nil, line), .equipmentIdentity(line),
                ])
        }
    }

    @Test func `unblocks a line that cannot dial, and runs nothing else on it`() async throws {
        try await ServiceFixture.run(lines: false) { fixture in
            fixture.backend.send(.lines([fixture.backend.line(readiness: .locked("SIM PUK"))]))
            _ = try await fixture.services()
            #expect(await code { _ = try await fixture.board.runCode("*100#", by: .app(.control)) } == .simLocked)
            _ = try await fixture.board.runCode("**05*12345678*98765*98765#", by: .app(.control))
            #expect(fixture.backend.commands.count == 1)
        }
    }

    @Test func `asks the person what the code does, without its secrets, before another app's runs`() async throws {
        try await ServiceFixture.run { fixture in
            async let result = fixture.board.runCode("**04*1234*98765*98765#", by: .app(.otherDialer))
            let prompt = try await fixture.prompt()
            guard case .networkCode(let shown, let summary) = prompt.act else {
                Issue.record("\(prompt)")
                return
            }
            #expect(!shown.contains("1234") && !shown.contains("98765"))
            #expect(summary == "Changes the PIN of the SIM")
            #expect(fixture.backend.commands.isEmpty)
            try await fixture.answer(prompt, true)
            let said = try await result.text
            #expect(said == "The PIN is changed.")
        }
    }

    @Test func `runs nothing after a no, and the line is free`() async throws {
        try await ServiceFixture.run { fixture in
            async let refusal = code { _ = try await fixture.board.runCode("*100#", by: .app(.otherDialer)) }
            try await fixture.answer(try await fixture.prompt(), false)
            #expect(await refusal == .declined)
            #expect(fixture.backend.commands.isEmpty)
            #expect(await fixture.board.codesInProgress == 0)
        }
    }

    @Test func `refuses without a right, a line or a code, and asks nothing`() async throws {
        try await ServiceFixture.run { fixture in
            #expect(await code { _ = try await fixture.board.runCode("*100#", by: .app(.plain)) } == .notEntitled)
            #expect(await code { _ = try await fixture.board.runCode("*100#", by: .unknown("")) } == .unknownApp)
            #expect(await code { _ = try await fixture.board.runCode("5550100", by: .app(.control)) } == .numberInvalid)
            #expect(
                await code { _ = try await fixture.board.runCode("*100#", service: UUID(), by: .app(.control)) }
                    == .unknownService)
            #expect(fixture.backend.commands.isEmpty)
        }
    }

    @Test func `ends a session when its caller stops waiting`() async throws {
        try await ServiceFixture.run { fixture in
            let line = fixture.backend.line().key
            fixture.backend.holdCodes()
            let running = Task { try await fixture.board.runCode("*100#", by: .app(.control)) }
            _ = try await fixture.commands.first { $0 == .code("*100#", line) ? true : nil }
            running.cancel()
            _ = try await fixture.commands.first { $0 == .cancelCode(line) ? true : nil }
            #expect(await code { _ = try await running.value } == .wrongState)
            #expect(await fixture.board.codesInProgress == 0)
        }
    }

    @Test func `ends a session that nobody answers`() async throws {
        try await ServiceFixture.run { fixture in
            let line = fixture.backend.line().key
            fixture.backend.reply(USSDReply(text: "?", wantsAnswer: true))
            _ = try await fixture.board.runCode("*101#", by: .app(.control))
            try await within { while fixture.time.sleeperCount < 1 { try await pause() } }
            fixture.time.advance(by: Switchboard.answerPatience)
            _ = try await fixture.commands.first { $0 == .cancelCode(line) ? true : nil }
            #expect(await fixture.board.codesInProgress == 0)
        }
    }

    @Test func `ends a session whose line goes`() async throws {
        try await ServiceFixture.run { fixture in
            fixture.backend.reply(USSDReply(text: "?", wantsAnswer: true))
            _ = try await fixture.board.runCode("*101#", by: .app(.control))
            fixture.backend.send(.lines([]))
            try await within { while await fixture.board.codesInProgress > 0 { try await pause() } }
        }
    }

    @Test func `shows no secret in the audit, in what it logs or in an error`() async throws {
        try await ServiceFixture.run { fixture in
            fixture.backend.failNext(with: TelephonyError(.incorrectCode, "the PIN is wrong"))
            for text in ["**04*1234*98765*98765#", "**04*1234*98765*98764#", "**05*12345678*98765*98765#", "*33*9876#"]
            {
                do { _ = try await fixture.board.runCode(text, by: .app(.control)) } catch {
                    #expect(!"\(error)".contains("1234") && !"\(error)".contains("987"))
                }
            }
            let entries = try await fixture.board.auditEntries(for: .app(.control))
            #expect(entries.count == 4)
            for entry in entries { #expect(!"\(entry)".contains("1234") && !entry.target.contains("98")) }
            #expect(fixture.logged.withLock { $0 }.allSatisfy { !$0.contains("1234") && !$0.contains("987") })
        }
    }
}
