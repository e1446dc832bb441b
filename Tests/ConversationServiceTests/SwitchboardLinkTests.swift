// SPDX-License-Identifier: Apache-2.0
import ConversationService
import FoundationEssentials
import Telephony
import TestSupport
import Testing

@Suite("A link")
struct SwitchboardLinkTests {
    private func code(_ operation: () async throws -> Void) async -> TelephonyError.Code? {
        do { try await operation() } catch { return (error as? TelephonyError)?.code }
        return nil
    }

    @Test(arguments: [
        ("tel:+1-555-0100", "+15550100"), ("telephony:+15550100", "+15550100"),
        ("tel:0205550100;phone-context=+41", "+41205550100"),
        ("tel:+1555%2001%2000", "+15550100"), ("tel:+15550100,,77%23", "+15550100,,77#"),
    ])
    func `always asks, names no app, and shows the whole number`(_ link: String, _ number: String) async throws {
        try await ServiceFixture.run { fixture in
            async let opened = fixture.board.openLink(link, by: .app(.control))
            let prompt = try await fixture.prompt()
            #expect(prompt.asker == .link && prompt.act == .call(number))
            #expect(fixture.backend.commands.isEmpty)
            try await fixture.answer(prompt, true)
            _ = try await opened
            #expect(fixture.backend.dialed.count == 1)
            #expect(try await fixture.board.conversations(for: .app(.control)).first?.app == nil)
        }
    }

    @Test(arguments: [
        ("tel:*100%23", TelephonyError.Code.networkCode), ("tel:*99%2A12%23", .networkCode),
        ("tel:*123#", .numberInvalid),
        ("https://example.com", .unsupportedHandle), ("tel:", .numberEmpty), ("tel:5550100%0D%0AAT", .numberInvalid),
    ])
    func `that is no number is refused and nothing is asked`(_ link: String, _ expected: TelephonyError.Code)
        async throws
    {
        try await ServiceFixture.run { fixture in
            #expect(await code { _ = try await fixture.board.openLink(link, by: .app(.control)) } == expected)
            #expect(await fixture.board.waitersForConsent == 0)
            #expect(fixture.backend.commands.isEmpty)
        }
    }

    @Test func `is asked about one at a time, and ten of the same are one`() async throws {
        try await ServiceFixture.run { fixture in
            let board = fixture.board
            let same = (0..<10).map { _ in Task { try await board.openLink("tel:5550100", by: .app(.control)) } }
            let prompt = try await fixture.prompt()
            try await fixture.waitForStarts(10)
            #expect(await code { _ = try await board.openLink("tel:5550199", by: .app(.control)) } == .tooMany)
            try await fixture.answer(prompt, true)
            var ids: Set<UUID> = []
            for task in same { ids.insert(try await task.value) }
            #expect(ids.count == 1 && fixture.backend.dialed.count == 1)
        }
    }

    @Test func `is refused now when it cannot be dialed now, and not kept for later`() async throws {
        try await ServiceFixture.run(lines: false) { fixture in
            #expect(await code { _ = try await fixture.board.openLink("tel:5550100", by: .app(.control)) } == .noModem)
            fixture.backend.send(.lines([fixture.backend.line()]))
            _ = try await fixture.services()
            #expect(fixture.backend.commands.isEmpty)
        }
    }

    @Test func `is for our link handler alone`() async throws {
        try await ServiceFixture.run { fixture in
            try await fixture.makeDefaultDialer()
            for app in [AppIdentity.dialer, .plain, .otherDialer] {
                #expect(
                    await code { _ = try await fixture.board.openLink("tel:5550100", by: .app(app)) } == .notAllowed)
            }
        }
    }
}

@Suite("The choice of a line")
struct SwitchboardLineChoiceTests {
    private func code(_ operation: () async throws -> Void) async -> TelephonyError.Code? {
        do { try await operation() } catch { return (error as? TelephonyError)?.code }
        return nil
    }

    @Test func `is the number's own line, then the default, and comes back with the SIM`() async throws {
        try await ServiceFixture.run(lines: false) { fixture in
            let (one, two) = (fixture.backend.line("0"), fixture.backend.line("1"))
            fixture.backend.send(.lines([one, two]))
            let services = try await fixture.services()
            #expect(await code { _ = try await fixture.startWithoutScreen() } == .lineChoiceNeeded)
            try await fixture.board.setDefaultLine(services[1].id, by: .app(.control))
            _ = try await fixture.start()
            try await fixture.board.rememberLine(services[0].id, for: "+1 555-0100", by: .app(.control))
            _ = try await fixture.start()
            fixture.backend.send(.lines([one]))
            _ = try await fixture.services()
            _ = try await fixture.start("5550101")
            var replugged = two
            replugged.key.reference = "7"
            fixture.backend.send(.lines([one, replugged]))
            #expect(try await fixture.services().map(\.id) == services.map(\.id))
            _ = try await fixture.start("5550101")
            let used = fixture.backend.commands.compactMap {
                if case .dial(_, let line) = $0 { line.reference } else { nil }
            }
            #expect(used == ["1", "0", "0", "7"])
            try await fixture.board.rememberLine(nil, for: "+15550100", by: .app(.control))
            try await fixture.board.setDefaultLine(nil, by: .app(.control))
            #expect(await code { _ = try await fixture.startWithoutScreen() } == .lineChoiceNeeded)
            #expect(
                await code { try await fixture.board.setDefaultLine(UUID(), by: .app(.control)) } == .unknownService)
            #expect(await code { try await fixture.board.setDefaultLine(nil, by: .app(.dialer)) } == .notAllowed)
        }
    }
}
