// SPDX-License-Identifier: Apache-2.0
import ConversationService
import FoundationEssentials
import Telephony
import TestSupport
import Testing

@Suite("The service, for an emergency call while lines come and go")
struct SwitchboardEmergencyLineTests {
    private static let (first, second) = (ScriptedBackend().line("0"), ScriptedBackend().line("1"))
    private static let refusal = TelephonyError(.callRefused, "no")

    private func dialed(_ fixture: ServiceFixture) -> [LineKey] {
        fixture.backend.commands.compactMap { if case .dialEmergency(_, let key) = $0 { key } else { nil } }
    }

    /// Returns when the service knows so many lines.
    private func lines(_ count: Int, _ fixture: ServiceFixture) async throws {
        while try await fixture.board.status(for: .app(.control)).lines.count != count { try await pause() }
    }

    @Test func `tries a line that comes back`() async throws {
        try await SwitchboardEmergencyTests.run([Self.first, Self.second]) { fixture in
            fixture.backend.failNext(with: Self.refusal)
            fixture.backend.send(.lines([Self.second]))
            try await lines(1, fixture)
            async let start = fixture.start("112")
            try await fixture.time.waitForSleeper(Switchboard.patienceForEmergencyLine)
            fixture.backend.send(.lines([Self.first, Self.second]))
            let id = try await start
            let seen21 = try await fixture.conversation(.dialing)
            #expect(seen21.id == id)
            #expect(dialed(fixture) == [Self.second.key, Self.first.key])
        }
    }

    @Test func `waits for the only line there was`() async throws {
        try await SwitchboardEmergencyTests.run([Self.first]) { fixture in
            fixture.backend.send(.lines([]))
            try await lines(0, fixture)
            async let start = fixture.start("112")
            try await fixture.time.waitForSleeper(Switchboard.patienceForEmergencyLine)
            #expect(dialed(fixture).isEmpty)
            fixture.backend.send(.lines([Self.second]))
            _ = try await start
            #expect(dialed(fixture) == [Self.second.key])
        }
    }

    @Test func `tries a line that was starting once it has started`() async throws {
        let starting = ScriptedBackend().line("1", readiness: .starting)
        try await SwitchboardEmergencyTests.run([Self.first, starting]) { fixture in
            for _ in 0..<2 { fixture.backend.failNext(with: Self.refusal) }
            async let start = fixture.start("112")
            try await fixture.time.waitForSleeper(Switchboard.patienceForEmergencyLine)
            fixture.backend.send(.lines([Self.first, Self.second]))
            _ = try await start
            #expect(dialed(fixture) == [Self.first.key, Self.second.key, Self.second.key])
        }
    }

    @Test func `says in time that no line took it`() async throws {
        let starting = ScriptedBackend().line("1", readiness: .starting)
        try await SwitchboardEmergencyTests.run([starting]) { fixture in
            fixture.backend.failNext(with: Self.refusal)
            async let failure = fixture.failure { _ = try await fixture.start("112") }
            try await fixture.time.waitForSleeper(Switchboard.patienceForEmergencyLine)
            fixture.time.advance(by: Switchboard.patienceForEmergencyLine)
            let error = await failure
            #expect(error?.code == .callRefused && error?.message.contains("Line 1: no") == true)
            #expect(dialed(fixture) == [starting.key])
        }
    }

    @Test func `ends at once when it is given up while it waits for a line`() async throws {
        try await SwitchboardEmergencyTests.run([Self.first]) { fixture in
            fixture.backend.send(.lines([]))
            try await lines(0, fixture)
            async let failure = fixture.failure { _ = try await fixture.start("112") }
            let id = try await fixture.conversation(.starting).id
            try await fixture.time.waitForSleeper(Switchboard.patienceForEmergencyLine)
            try await fixture.board.end(id, by: .app(.control))
            let error = await failure
            #expect(error?.code == .wrongState)
            let left = try await fixture.conversation(.ended)
            #expect(left.outcome == .cancelled && left.cause == EndCause(.localHangUp))
            fixture.backend.send(.lines([Self.first]))
            try await lines(1, fixture)
            #expect(dialed(fixture).isEmpty)
        }
    }

    @Test func `leaves a busy line alone once it is given up`() async throws {
        try await SwitchboardEmergencyTests.run([Self.first, Self.second]) { fixture in
            while try await fixture.services().count < 2 {}
            for line in [Self.second, Self.first] {
                _ = try await fixture.start(
                    service: try await fixture.store.serviceIdentifier(forICCID: line.iccid ?? ""))
            }
            async let failure = fixture.failure { _ = try await fixture.start("112") }
            // The first line is being freed: its call does not end.
            _ = try await fixture.commands.first { if case .hangUp = $0 { true } else { nil } }
            let conversations = try await fixture.board.conversations(for: .app(.control))
            let emergency = try #require(conversations.first { $0.handles.first?.value == "112" })
            try await fixture.board.end(emergency.id, by: .app(.control))
            #expect(await failure?.code == .wrongState)
            _ = try await fixture.conversation(.ended)
            #expect(dialed(fixture).isEmpty)
            #expect(fixture.backend.commands.count { if case .hangUp = $0 { true } else { false } } == 1)
        }
    }
}
