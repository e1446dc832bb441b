// SPDX-License-Identifier: Apache-2.0
import ConversationService
import FoundationEssentials
import Synchronization
import Telephony
import TestSupport
import Testing

@Suite("The service that starts")
struct SwitchboardStartTests {
    /// Lets time pass until something is so.
    private func passTime(_ fixture: ServiceFixture, until isMet: () async throws -> Bool) async throws {
        while try await !isMet() {
            fixture.time.advance(by: .milliseconds(100))
            try await pause()
        }
    }

    @Test func `dials 112 on a disk that hangs, says so, and has the roles later`() async throws {
        let fixture = ServiceFixture()
        let grant = RoleGrant(bundleIdentifier: "org.example.dialer", sinceSequence: 0, grantedAt: fixture.time.date)
        try await fixture.store.setGrant(grant, for: .dialer)
        fixture.store.holdReads()
        await fixture.board.prepare(isStarting: true)
        try await fixture.serving { fixture in
            async let started = fixture.start("112")
            try await passTime(fixture) { !fixture.backend.dialed.isEmpty }
            _ = try await started
            #expect(await fixture.board.rights(of: .app(.dialer)).isDefaultDialer == false)
            let trouble = Mutex<String??>(nil)
            async let status: Void = {
                let status = try await fixture.board.status(for: .app(.control))
                trouble.withLock { $0 = status.historyTrouble }
            }()
            try await passTime(fixture) { trouble.withLock { $0 != nil } }
            try await status
            #expect(trouble.withLock { $0 } == "the disk does not answer")
            fixture.store.letReadsThrough()
            while await !fixture.board.rights(of: .app(.dialer)).isDefaultDialer { try await pause() }
            while try await fixture.board.status(for: .app(.control)).historyTrouble != nil { try await pause() }
        }
    }

    @Test func `closes rows later that it could not read, and not those that are up`() async throws {
        let fixture = ServiceFixture()
        let row = ConversationRecord(
            id: UUID(), direction: .incoming, handles: [.number("+15550123")], startedAt: fixture.time.date,
            callReference: "mm/1")
        _ = await fixture.store.record(row)
        fixture.store.fail(with: TelephonyError(.databaseUnreadable, "a damaged page"))
        await fixture.board.prepare()
        try await fixture.serving { fixture in
            _ = try await fixture.services()
            let id = try await fixture.start()
            fixture.store.fail(with: nil)
            fixture.backend.send(.changed(try #require(fixture.backend.dialed.first), .active))
            _ = try await fixture.conversation(.active)
            try await passTime(fixture) { fixture.store.rows.first { $0.id == row.id }?.outcome != .open }
            while !fixture.store.rows.contains(where: { $0.id == id }) { try await pause() }
            #expect(fixture.store.rows.first { $0.id == id }?.outcome == .open)
        }
    }

    @Test func `rings while the identifier of a SIM is looked for, and names the line then`() async throws {
        let slow = SlowLineStore()
        let fixture = ServiceFixture(lineStore: slow)
        await fixture.board.prepare()
        try await fixture.serving { fixture in
            fixture.backend.send(.appeared(fixture.incoming()))
            let ringing = try await fixture.conversation(.ringing)
            #expect(ringing.service == nil)
            slow.letThrough()
            let named = try await fixture.conversation(.ringing)
            #expect(named.service != nil && named.id == ringing.id)
        }
    }

    @Test(arguments: [true, false])
    func `tells no calls before the backend has`(_ isThere: Bool) async throws {
        let fixture = ServiceFixture()
        await fixture.board.prepare(isStarting: true)
        try await fixture.serving { fixture in
            async let waiting: Void = fixture.board.waitForFirstCalls()
            try await fixture.time.waitForSleeper(Switchboard.patienceForLines)
            if isThere {
                fixture.backend.send(.appeared(fixture.incoming()))
                fixture.backend.send(.callsListed)
            } else {
                fixture.backend.send(.unavailable("ModemManager is not running; start it"))
            }
            await waiting
            #expect(try await fixture.board.conversations(for: .app(.control)).count == (isThere ? 1 : 0))
            // At once from now on.
            await fixture.board.waitForFirstCalls()
        }
    }

    @Test func `waits for a backend that is mute for two seconds`() async throws {
        let fixture = ServiceFixture()
        await fixture.board.prepare(isStarting: true)
        try await fixture.serving { fixture in
            async let waiting: Void = fixture.board.waitForFirstCalls()
            try await fixture.time.waitForSleeper(Switchboard.patienceForLines)
            fixture.time.advance(by: Switchboard.patienceForLines)
            await waiting
        }
    }
}
