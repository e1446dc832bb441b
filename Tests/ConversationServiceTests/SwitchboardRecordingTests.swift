// SPDX-License-Identifier: Apache-2.0
import ConversationService
import FoundationEssentials
import Telephony
import TestSupport
import Testing

@Suite("The service, writing its rows")
struct SwitchboardRecordingTests {
    @Test func `puts what came while the disk was busy into one commit, each end after its row`() async throws {
        try await ServiceFixture.run { fixture in
            fixture.store.holdRecords()
            let references = (0..<8).map { "call/\($0)" }
            let calls = references.map { fixture.incoming(reference: $0) }
            for call in calls { fixture.backend.send(.appeared(call)) }
            for call in calls { fixture.backend.send(.changed(call.id, .ended(.remoteHangUp))) }
            // Behind all the others, which are no conversations any more then.
            let last = RemoteParty(number: "+15550199")
            fixture.backend.send(.appeared(fixture.incoming(last, reference: "last")))
            while try await fixture.board.conversations(for: .app(.control)).map(\.handles) != [[.number(last.number)]]
            {
                try await pause()
            }
            fixture.store.letRecordsThrough()
            for _ in calls { _ = try await fixture.conversation(.ended) }
            #expect(fixture.store.rows.count { $0.outcome == .missed } == calls.count)
            // The row that the disk held up, and all the rest.
            #expect(fixture.store.commits == 2)
        }
    }

    @Test func `reads the roles once the database can be used, when it could not at the start`() async throws {
        let fixture = ServiceFixture()
        let grant = RoleGrant(bundleIdentifier: "org.example.dialer", sinceSequence: 0, grantedAt: fixture.time.date)
        try await fixture.store.setGrant(grant, for: .dialer)
        fixture.store.fail(with: TelephonyError(.databaseUnreadable, "the disk is not there yet"))
        await fixture.board.prepare()
        try await fixture.serving { fixture in
            _ = try await fixture.services()
            #expect(try await fixture.board.roleGrants(for: .app(.control)).isEmpty)
            fixture.store.fail(with: nil)
            _ = try await fixture.start()
            let roles = try await fixture.events.first { if case .roles(let roles) = $0 { roles } else { nil } }
            #expect(roles == [.dialer: grant])
            #expect(await fixture.board.rights(of: .app(.dialer)).isDefaultDialer)
        }
    }
}
