// SPDX-License-Identifier: Apache-2.0
import ConversationService
import FoundationEssentials
import Telephony
import TestSupport
import Testing

@Suite("The service, finding calls that were up before it")
struct SwitchboardAdoptionTests {
    /// Runs the service after a crash that left a row open.
    private func run(
        _ number: String = "+15550123", direction: Direction = .incoming, connectedAt: Date? = nil,
        _ body: @escaping @Sendable (ServiceFixture, ConversationRecord) async throws -> Void
    ) async throws {
        let fixture = ServiceFixture()
        let row = ConversationRecord(
            id: UUID(), direction: direction, handles: [.number(number)], startedAt: fixture.time.date,
            connectedAt: connectedAt ?? fixture.time.date, callReference: "mm/1")
        _ = await fixture.store.record(row)
        await fixture.board.prepare()
        try await fixture.serving { fixture in
            await fixture.board.waitUntilPrepared()
            #expect(fixture.store.rows.first?.outcome != .open)
            fixture.time.advance(by: .seconds(60))
            try await body(fixture, row)
        }
    }

    @Test func `goes on in the same row`() async throws {
        try await run { fixture, row in
            let call = fixture.incoming(reference: "mm/1", state: .active)
            fixture.backend.send(.appeared(call))
            fixture.backend.send(.callsListed)
            let seen21 = try await fixture.conversation(.active)
            #expect(seen21.id == row.id)
            fixture.backend.send(.changed(call.id, .ended(.remoteHangUp)))
            let seen22 = try await fixture.conversation(.ended)
            #expect(seen22.outcome == .connected)
            #expect(fixture.store.rows.map(\.duration) == [60])
        }
    }

    @Test func `knows an outgoing call by the digits that were dialed`() async throws {
        try await run("#31#+1 555-0100,,1", direction: .outgoing) { fixture, row in
            var call = fixture.incoming(RemoteParty(number: "#31#+15550100"), reference: "mm/1", state: .active)
            call.direction = .outgoing
            fixture.backend.send(.appeared(call))
            let seen23 = try await fixture.conversation(.active)
            #expect(seen23.id == row.id)
        }
    }

    @Test func `takes no row for another number under the same reference`() async throws {
        try await run { fixture, row in
            let call = fixture.incoming(RemoteParty(number: "+15550177"), reference: "mm/1")
            fixture.backend.send(.appeared(call))
            let ringing = try await fixture.conversation(.ringing)
            #expect(ringing.id != row.id && ringing.handles.map(\.value) == ["+15550177"])
            #expect(ringing.connectedAt == nil)
            fixture.backend.send(.changed(call.id, .ended(.remoteHangUp)))
            let seen24 = try await fixture.conversation(.ended)
            #expect(seen24.outcome == .missed)
            #expect(fixture.store.rows.count == 2)
        }
    }

    @Test func `takes no row once the calls that were up are told`() async throws {
        try await run { fixture, row in
            fixture.backend.send(.callsListed)
            fixture.backend.send(.appeared(fixture.incoming(reference: "mm/1")))
            let seen25 = try await fixture.conversation(.ringing)
            #expect(seen25.id != row.id)
        }
    }

    @Test func `leaves the row of a dial open when it ends before the modem has answered`() async throws {
        let fixture = ServiceFixture()
        await fixture.board.prepare()
        try await fixture.serving { fixture in
            _ = try await fixture.services()
            fixture.backend.holdDials()
            async let refusal = fixture.failure { _ = try await fixture.start() }
            _ = try await fixture.commands.first { if case .dial = $0 { true } else { nil } }
            let call = try #require(fixture.backend.dialed.first)
            fixture.backend.send(.named(call, reference: "mm/1"))
            try await within { while fixture.store.rows.first?.callReference != "mm/1" { try await pause() } }
            fixture.backend.failAfterGate(with: CancellationError())
            fixture.backend.letDialsThrough()
            let error = await refusal
            #expect(error?.code == .serviceUnavailable)
        }
        #expect(fixture.store.rows.map(\.outcome) == [.open])
    }

    @Test(arguments: [-1e300, -1e12, -259_200, 1e12, 1e300] as [Double])
    func `survives a date that cannot be`(_ offset: Double) async throws {
        let date = Date(timeIntervalSinceReferenceDate: 800_000_000 + offset)
        try await run(connectedAt: date) { fixture, row in
            let call = fixture.incoming(reference: "mm/1", state: .active)
            fixture.backend.send(.appeared(call))
            let seen26 = try await fixture.conversation(.active)
            #expect(seen26.id == row.id)
            fixture.backend.send(.changed(call.id, .ended(.remoteHangUp)))
            _ = try await fixture.conversation(.ended)
            // Not longer than the computer has been on.
            let duration = try #require(fixture.store.rows.first?.duration)
            #expect((0...1_060).contains(duration))
        }
    }
}
