// SPDX-License-Identifier: Apache-2.0
import ConversationService
import FoundationEssentials
import Telephony
import TestSupport
import Testing

/// Two lines that can dial and no default: routing, way 4, its last part.
@Suite("The service, with several lines and no choice made")
struct SwitchboardLineQuestionTests {
    private func code(_ operation: () async throws -> Void) async -> TelephonyError.Code? {
        do { try await operation() } catch { return (error as? TelephonyError)?.code }
        return nil
    }

    private func run(
        _ body: @escaping @Sendable (ServiceFixture, [CellularService]) async throws -> Void
    ) async throws {
        try await ServiceFixture.run(lines: false) { fixture in
            fixture.backend.send(.lines([fixture.backend.line("0"), fixture.backend.line("1")]))
            try await body(fixture, try await fixture.services())
        }
    }

    private func line(_ fixture: ServiceFixture, _ reference: String) -> LineKey { fixture.backend.line(reference).key }

    @Test(arguments: [AppIdentity.dialer, .control])
    func `asks which one, and dials on that`(_ app: AppIdentity) async throws {
        try await run { fixture, services in
            try await fixture.makeDefaultDialer()
            async let started = fixture.start(by: app)
            let prompt = try await fixture.prompt()
            #expect(prompt.act == .chooseLine("+15550100") && prompt.choices == services && prompt.line == nil)
            #expect(prompt.asker == .app(identifier: app.bundleIdentifier, name: app.displayName))
            #expect(fixture.backend.commands.isEmpty)
            try await fixture.answer(prompt, true, on: services[1].id)
            _ = try await started
            #expect(fixture.backend.commands == [.dial("+15550100", line(fixture, "1"))])
        }
    }

    @Test func `asks for consent and line in one question`() async throws {
        try await run { fixture, services in
            async let started = fixture.start(by: .otherDialer)
            let prompt = try await fixture.prompt()
            #expect(prompt.act == .call("+15550100") && prompt.choices == services)
            try await fixture.answer(prompt, true, on: services[0].id)
            _ = try await started
            #expect(fixture.backend.commands == [.dial("+15550100", line(fixture, "0"))])
        }
    }

    @Test func `takes no yes without one of the lines of the question`() async throws {
        try await run { fixture, services in
            async let started = fixture.start()
            let prompt = try await fixture.prompt()
            for wrong in [nil, UUID()] {
                #expect(await code { try await fixture.answer(prompt, true, on: wrong) } == .invalidArgument)
            }
            try await fixture.answer(prompt, true, on: services[0].id)
            _ = try await started
        }
    }

    @Test func `dials nothing after a no, and does not hold it against who needed no consent`() async throws {
        try await run { fixture, _ in
            for _ in 0...ConsentDesk.maximumDeclines {
                async let refusal = code { _ = try await fixture.start() }
                try await fixture.answer(try await fixture.prompt(), false)
                #expect(await refusal == .declined)
            }
            #expect(fixture.backend.commands.isEmpty && fixture.store.rows.isEmpty)
        }
    }

    @Test func `refuses when the chosen line went away meanwhile, and takes no other`() async throws {
        try await run { fixture, services in
            async let refusal = code { _ = try await fixture.start() }
            let prompt = try await fixture.prompt()
            fixture.backend.send(.lines([fixture.backend.line("0")]))
            _ = try await fixture.services()
            try await fixture.answer(prompt, true, on: services[1].id)
            #expect(await refusal == .unknownService)
            #expect(fixture.backend.commands.isEmpty)
        }
    }

    @Test func `keeps to the line that the question named, whatever the default is by then`() async throws {
        try await run { fixture, services in
            try await fixture.board.setDefaultLine(services[0].id, by: .app(.control))
            async let started = fixture.start(by: .otherDialer)
            let prompt = try await fixture.prompt()
            #expect(prompt.line == "Line 0" && prompt.choices.isEmpty)
            try await fixture.board.setDefaultLine(services[1].id, by: .app(.control))
            try await fixture.answer(prompt, true)
            _ = try await started
            #expect(fixture.backend.commands == [.dial("+15550100", line(fixture, "0"))])
        }
    }

    @Test func `asks nothing before an emergency call`() async throws {
        try await run { fixture, _ in
            _ = try await fixture.start("112")
            #expect(fixture.backend.dialed.count == 1)
        }
    }

    @Test func `asks for the line of a code too, and runs it there`() async throws {
        try await run { fixture, services in
            async let result = fixture.board.runCode("*100#", by: .app(.control))
            let prompt = try await fixture.prompt()
            #expect(prompt.act == .chooseLine("*100#") && prompt.choices == services)
            try await fixture.answer(prompt, true, on: services[1].id)
            #expect(try await result.text == "OK")
            #expect(fixture.backend.commands == [.code("*100#", line(fixture, "1"))])
            async let asked = fixture.board.runCode("*100#", by: .app(.otherDialer))
            let consent = try await fixture.prompt()
            #expect(consent.choices == services)
            try await fixture.answer(consent, true, on: services[0].id)
            _ = try await asked
            #expect(fixture.backend.commands.last == .code("*100#", line(fixture, "0")))
        }
    }
}
