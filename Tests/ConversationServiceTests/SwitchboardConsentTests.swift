// SPDX-License-Identifier: Apache-2.0
import ConversationService
import FoundationEssentials
import Telephony
import TestSupport
import Testing

@Suite("The service, when the person has to agree")
struct SwitchboardConsentTests {
    private func code(_ operation: () async throws -> Void) async -> TelephonyError.Code? {
        do { try await operation() } catch { return (error as? TelephonyError)?.code }
        return nil
    }

    @Test func `asks with the app's name and the whole number, and dials after a yes`() async throws {
        try await ServiceFixture.run { fixture in
            async let started = fixture.start("+1 555-0100,1;2", by: .otherDialer)
            let prompt = try await fixture.prompt()
            #expect(prompt.asker == .app(identifier: "org.example.other", name: "Other"))
            #expect(prompt.act == .call("+15550100,1;2"))
            #expect(fixture.backend.commands.isEmpty)
            try await fixture.answer(prompt, true)
            let id = try await started
            #expect(fixture.backend.commands == [.dial("+15550100", fixture.backend.line().key)])
            #expect(try await fixture.board.conversations(for: .app(.otherDialer)).map(\.id) == [id])
        }
    }

    @Test func `dials nothing after a no`() async throws {
        try await ServiceFixture.run { fixture in
            async let refusal = code { _ = try await fixture.start(by: .otherDialer) }
            try await fixture.answer(try await fixture.prompt(), false)
            #expect(await refusal == .declined)
            #expect(fixture.backend.commands.isEmpty && fixture.store.rows.isEmpty)
        }
    }

    @Test func `takes a minute of silence for a no`() async throws {
        try await ServiceFixture.run { fixture in
            async let refusal = code { _ = try await fixture.start(by: .otherDialer) }
            let prompt = try await fixture.prompt()
            try await within { while fixture.time.sleeperCount < 1 { try await pause() } }
            fixture.time.advance(by: ConsentDesk.patience)
            #expect(await refusal == .declined)
            #expect(
                await code { try await fixture.board.answerPrompt(prompt.id, isAllowed: true, by: .app(.screen)) }
                    == .wrongState)
            #expect(fixture.backend.commands.isEmpty)
        }
    }

    @Test func `refuses when nobody can ask`() async throws {
        try await ServiceFixture.run { fixture in
            async let refusal = code { _ = try await fixture.start(by: .otherDialer) }
            await fixture.board.promptIsUndeliverable(try await fixture.prompt().id)
            #expect(await refusal == .promptUnavailable)
            #expect(fixture.backend.commands.isEmpty)
        }
    }

    @Test func `makes one prompt and one call of equal requests`() async throws {
        try await ServiceFixture.run { fixture in
            async let first = fixture.start(by: .otherDialer)
            let prompt = try await fixture.prompt()
            async let second = fixture.start(by: .otherDialer)
            try await fixture.waitForStarts(2)
            try await fixture.answer(prompt, true)
            let ids = try await [first, second]
            #expect(ids[0] == ids[1])
            #expect(fixture.backend.dialed.count == 1)
        }
    }

    @Test func `refuses another question of the same app while one is open`() async throws {
        try await ServiceFixture.run { fixture in
            async let first = code { _ = try await fixture.start(by: .otherDialer) }
            let prompt = try await fixture.prompt()
            #expect(await code { _ = try await fixture.start("5550199", by: .otherDialer) } == .tooMany)
            try await fixture.answer(prompt, false)
            #expect(await first == .declined)
        }
    }

    @Test func `takes the prompt away when whoever asked goes`() async throws {
        try await ServiceFixture.run { fixture in
            let asking = Task { try await fixture.start(by: .otherDialer) }
            let prompt = try await fixture.prompt()
            asking.cancel()
            let dismissed: UUID = try await fixture.events.first {
                if case .prompt(.dismiss(let id)) = $0 { id } else { nil }
            }
            #expect(dismissed == prompt.id)
            #expect(
                await code { try await fixture.board.answerPrompt(prompt.id, isAllowed: true, by: .app(.screen)) }
                    == .wrongState)
            await #expect(throws: CancellationError.self) { try await asking.value }
            #expect(fixture.backend.commands.isEmpty)
        }
    }

    @Test func `ends while somebody is asked`() async throws {
        try await ServiceFixture.run(developerMode: false) { fixture in
            let asking = Task { try await fixture.start(by: .otherDialer) }
            let wishing = Task { try await fixture.board.requestRole(.dialer, by: .app(.dialer)) }
            _ = try await (fixture.prompt(), fixture.prompt())
            _ = (asking, wishing)
        }
    }

    @Test func `does not ask for a call that cannot be made`() async throws {
        try await ServiceFixture.run(lines: false) { fixture in
            #expect(await code { _ = try await fixture.start(by: .otherDialer) } == .noModem)
            #expect(await code { _ = try await fixture.start("abc", by: .otherDialer) } == .numberInvalid)
        }
    }

    @Test func `lets the system's own screens answer and nobody else`() async throws {
        try await ServiceFixture.run { fixture in
            async let refusal = code { _ = try await fixture.start(by: .otherDialer) }
            let prompt = try await fixture.prompt()
            fixture.time.advance(by: .seconds(1))
            for app in [AppIdentity.otherDialer, .dialer, .control, .plain] {
                #expect(
                    await code { try await fixture.board.answerPrompt(prompt.id, isAllowed: true, by: .app(app)) }
                        == .notAllowed)
            }
            try await fixture.board.answerPrompt(prompt.id, isAllowed: false, by: .app(.screen))
            #expect(await refusal == .declined)
        }
    }

    @Test func `gives a role after a yes, to the app that asked or that was named`() async throws {
        try await ServiceFixture.run(developerMode: false) { fixture in
            async let asked: Void = fixture.board.requestRole(.dialer, by: .app(.dialer))
            let prompt = try await fixture.prompt()
            #expect(prompt.act == .takeRole(.dialer, app: "org.example.dialer", name: "Dialer", from: nil))
            try await fixture.answer(prompt, true)
            try await asked
            async let set: Void = fixture.board.setRole(.dialer, to: "org.example.other", by: .app(.control))
            let over = try await fixture.prompt()
            #expect(over.act == .takeRole(.dialer, app: "org.example.other", name: "Other", from: "Dialer"))
            try await fixture.answer(over, true)
            try await set
            #expect(
                try await fixture.board.roleGrants(for: .app(.control))[.dialer]?.bundleIdentifier
                    == "org.example.other")
            #expect(await code { try await fixture.board.requestRole(.dialer, by: .app(.plain)) } == .doesNotQualify)
            #expect(await code { try await fixture.board.requestRole(.calling, by: .app(.dialer)) } == .doesNotQualify)
        }
    }

    @Test func `leaves the role where it is after a no`() async throws {
        try await ServiceFixture.run(developerMode: false) { fixture in
            async let refusal = code { try await fixture.board.requestRole(.dialer, by: .app(.dialer)) }
            try await fixture.answer(try await fixture.prompt(), false)
            #expect(await refusal == .declined)
            #expect(try await fixture.board.roleGrants(for: .app(.control)).isEmpty)
        }
    }

    @Test func `keeps who asked for what, how it was decided and why, without a number`() async throws {
        try await ServiceFixture.run { fixture in
            _ = try await fixture.start("+15550123")
            #expect(await code { _ = try await fixture.start("+15550123", by: .plain) } == .notEntitled)
            let entries = try await fixture.board.auditEntries(for: .app(.control))
            #expect(entries.map(\.outcome) == ["NotEntitled", "allowed"])
            #expect(entries.map(\.app) == ["org.example.plain", "org.example.control"])
            #expect(entries.allSatisfy { $0.target == "••23" && !$0.reason.isEmpty && !$0.reason.contains("5550123") })
            #expect(await code { _ = try await fixture.board.auditEntries(for: .app(.dialer)) } == .notAllowed)
        }
    }
}
