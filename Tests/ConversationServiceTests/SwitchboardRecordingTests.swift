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
            // Each is listed, with its outcome, until its row is on disk.
            let board = fixture.board
            while try await board.conversations(for: .app(.control)).count(where: { $0.outcome == .missed }) < 8 {
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
        let trouble = TelephonyError(.databaseUnreadable, "the disk is not there yet")
        fixture.store.fail(with: trouble)
        await fixture.board.prepare()
        try await fixture.serving { fixture in
            _ = try await fixture.services()
            await #expect(throws: trouble) { try await fixture.board.roleGrants(for: .app(.control)) }
            // Not that the app is not the default dialer: nobody knows.
            await #expect(throws: trouble) {
                try await fixture.board.history(matching: nil, limit: nil, for: .app(.dialer))
            }
            #expect(await fixture.board.rights(of: .app(.dialer)).isDefaultDialer == false)
            fixture.store.fail(with: nil)
            #expect(try await fixture.board.history(matching: nil, limit: nil, for: .app(.dialer)).rows.isEmpty)
            #expect(try await fixture.board.roleGrants(for: .app(.control)) == [.dialer: grant])
            #expect(await fixture.board.rights(of: .app(.dialer)).isDefaultDialer)
        }
    }

    @Test func `takes calls and starts others while a disk hangs, and tells each end in time`() async throws {
        try await ServiceFixture.run { fixture in
            fixture.store.holdRecords()
            for index in 0..<40 {
                let call = fixture.incoming(reference: "call/\(index)")
                fixture.backend.send(.appeared(call))
                fixture.backend.send(.changed(call.id, .ended(.remoteHangUp)))
            }
            let board = fixture.board
            while try await board.conversations(for: .app(.control)).count < 40 { try await pause() }
            for _ in 0..<16 { _ = try await fixture.start() }
            let error = await #expect(throws: TelephonyError.self) { _ = try await fixture.start() }
            #expect(error?.code == .tooMany)
            try await fixture.time.waitForSleeper(Switchboard.patienceForRow)
            fixture.time.advance(by: Switchboard.patienceForRow)
            for _ in 0..<40 { _ = try await fixture.conversation(.ended) }
            // From then on an end waits no more.
            let call = try #require(fixture.backend.dialed.first)
            fixture.backend.send(.changed(call, .ended(.busy)))
            let seen21 = try await fixture.conversation(.ended)
            #expect(seen21.outcome == .busy)
            #expect(try await board.conversations(for: .app(.control)).count == 15)
            fixture.store.letRecordsThrough()
            try await within { while fixture.store.rows.count < 56 { try await pause() } }
            #expect(fixture.store.rows.count { $0.outcome == .missed } == 40)
        }
    }

    @Test func `writes how long calls have lasted when the service ends`() async throws {
        let fixture = ServiceFixture()
        await fixture.board.prepare()
        try await fixture.serving { fixture in
            _ = try await fixture.services()
            _ = try await fixture.start()
            fixture.backend.send(.changed(try #require(fixture.backend.dialed.first), .active))
            _ = try await fixture.conversation(.active)
            fixture.time.advance(by: .seconds(6))
        }
        #expect(fixture.store.rows.map(\.duration) == [6])
        #expect(fixture.store.rows.map(\.outcome) == [.open])
    }

    @Test func `leaves nobody waiting once the service has ended`() async throws {
        let fixture = ServiceFixture()
        await fixture.board.prepare()
        try await fixture.serving { fixture in _ = try await fixture.services() }
        try await within {
            let plain = await #expect(throws: TelephonyError.self) { _ = try await fixture.start() }
            #expect(plain?.code == .serviceUnavailable)
            let emergency = await #expect(throws: TelephonyError.self) { _ = try await fixture.start("112") }
            #expect(emergency?.code == .serviceUnavailable)
            let code = await #expect(throws: TelephonyError.self) {
                _ = try await fixture.board.runCode("*100#", service: nil, by: .app(.control))
            }
            #expect(code?.code == .serviceUnavailable)
            let asked = await #expect(throws: TelephonyError.self) { _ = try await fixture.start(by: .dialer) }
            #expect(asked?.code == .serviceUnavailable)
        }
        #expect(fixture.backend.commands.isEmpty)
    }
}
