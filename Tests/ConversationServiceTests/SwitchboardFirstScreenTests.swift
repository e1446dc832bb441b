// SPDX-License-Identifier: Apache-2.0
import ConversationService
import FoundationEssentials
import Telephony
import TestSupport
import Testing

/// A link can start the service, and the screens that were there before it need a moment to see that.
@Suite("The service that has just been started, asked for consent")
struct SwitchboardFirstScreenTests {
    private func code(_ operation: () async throws -> Void) async -> TelephonyError.Code? {
        do { try await operation() } catch { return (error as? TelephonyError)?.code }
        return nil
    }

    private func run(_ body: @escaping @Sendable (ServiceFixture) async throws -> Void) async throws {
        let fixture = ServiceFixture()
        await fixture.board.prepare(isStarting: true)
        try await fixture.serving { fixture in
            _ = try await fixture.services()
            try await body(fixture)
        }
    }

    @Test func `waits for a screen and then shows what it was asked`() async throws {
        try await run { fixture in
            async let opened = fixture.board.openLink("tel:+15550100", by: .app(.control))
            let prompt = try await fixture.prompt()
            await fixture.board.promptIsUndeliverable(prompt.id)
            await fixture.board.screenHasCome()
            #expect(try await fixture.prompt() == prompt)
            try await fixture.answer(prompt, true)
            _ = try await opened
            #expect(fixture.backend.dialed.count == 1)
        }
    }

    @Test func `does not wait for ever, and not at all later`() async throws {
        try await run { fixture in
            async let first = code { _ = try await fixture.start(by: .otherDialer) }
            await fixture.board.promptIsUndeliverable(try await fixture.prompt().id)
            fixture.time.advance(by: Switchboard.patienceForScreens)
            #expect(await first == .promptUnavailable)
            async let second = code { _ = try await fixture.start(by: .otherDialer) }
            await fixture.board.promptIsUndeliverable(try await fixture.prompt().id)
            #expect(await second == .promptUnavailable)
            #expect(fixture.backend.commands.isEmpty)
        }
    }

    @Test func `shows nothing that nobody waits for any more`() async throws {
        try await run { fixture in
            let asking = Task { try await fixture.start(by: .otherDialer) }
            await fixture.board.promptIsUndeliverable(try await fixture.prompt().id)
            asking.cancel()
            await #expect(throws: CancellationError.self) { try await asking.value }
            await fixture.board.screenHasCome()
            async let next = code { _ = try await fixture.start("5550199", by: .otherDialer) }
            let prompt = try await fixture.prompt()
            #expect(prompt.act == .call("5550199"))
            try await fixture.answer(prompt, false)
            #expect(await next == .declined)
        }
    }
}
