// SPDX-License-Identifier: Apache-2.0
import ConversationService
import FoundationEssentials
import Telephony
import TestSupport
import Testing

@Suite("The service, for each kind of caller")
struct SwitchboardAccessTests {
    private func code(_ operation: () async throws -> Void) async -> TelephonyError.Code? {
        do { try await operation() } catch { return (error as? TelephonyError)?.code }
        return nil
    }

    @Test func `dials at once for the default dialer, without a prompt`() async throws {
        try await ServiceFixture.run { fixture in
            #expect(await code { _ = try await fixture.start(by: .plain) } == .notEntitled)
            #expect(fixture.backend.commands.isEmpty)
            try await fixture.makeDefaultDialer()
            #expect(await code { _ = try await fixture.start(by: .dialer) } == nil)
            #expect(fixture.backend.commands.count == 1)
            #expect(await fixture.board.waitersForConsent == 0)
        }
    }

    @Test func `shows an app the conversations it began and hides all others`() async throws {
        try await ServiceFixture.run { fixture in
            try await fixture.makeDefaultDialer()
            let own = try await fixture.start(by: .dialer)
            let other = try await fixture.start(by: .control)
            #expect(try await fixture.board.conversations(for: .app(.dialer)).map(\.id) == [own])
            #expect(try await fixture.board.conversations(for: .app(.control)).count == 2)
            #expect(await code { try await fixture.board.end(other, by: .app(.dialer)) } == .unknownConversation)
            #expect(await code { try await fixture.board.answer(other, by: .app(.plain)) } == .unknownConversation)
            #expect(
                await code { try await fixture.board.playTones("1", in: other, by: .app(.plain)) }
                    == .unknownConversation)
            #expect(await code { try await fixture.board.end(own, by: .app(.dialer)) } == nil)
        }
    }

    @Test func `gives the default dialer the rows since it took the role`() async throws {
        try await ServiceFixture.run { fixture in
            let old = ConversationRecord(
                id: UUID(), direction: .incoming, handles: [], startedAt: fixture.time.date, outcome: .missed)
            _ = await fixture.store.record(old)
            try await fixture.makeDefaultDialer()
            let new = ConversationRecord(
                id: UUID(), direction: .incoming, handles: [], startedAt: fixture.time.date, outcome: .missed,
                isRead: false)
            _ = await fixture.store.record(new)
            let page = { try await fixture.board.history(matching: nil, limit: nil, for: .app($0)).rows.map(\.id) }
            #expect(try await page(.dialer) == [new.id])
            #expect(try await page(.control) == [new.id, old.id])
            #expect(await code { _ = try await page(.otherDialer) } == .notDefaultDialer)
            #expect(await code { _ = try await page(.plain) } == .notEntitled)
            #expect(try await fixture.board.markRead([old.id, new.id], by: .app(.dialer)) == 1)
            #expect(try await fixture.board.markRead([old.id, new.id], by: .app(.dialer)) == 0)
        }
    }

    @Test func `stops a result when the role is lost between two pages`() async throws {
        try await ServiceFixture.run { fixture in
            try await fixture.makeDefaultDialer()
            for _ in 0...HistoryPage.size {
                _ = await fixture.store.record(
                    ConversationRecord(
                        id: UUID(), direction: .outgoing, handles: [], startedAt: fixture.time.date, outcome: .busy))
            }
            let first = try await fixture.board.history(matching: nil, limit: nil, for: .app(.dialer))
            try await fixture.board.clearRole(.dialer, by: .app(.control))
            let cursor = try #require(first.next)
            #expect(
                await code { _ = try await fixture.board.nextPage(cursor, for: .app(.dialer)) } == .notDefaultDialer)
        }
    }

    @Test func `changes roles for control alone, for apps that qualify, and in developer mode`() async throws {
        try await ServiceFixture.run { fixture in
            let set = { (app: AppIdentity, caller: AppIdentity) in
                try await fixture.board.setRole(.dialer, to: app.bundleIdentifier, by: .app(caller))
            }
            #expect(await code { try await set(.dialer, .dialer) } == .notAllowed)
            #expect(await code { try await set(.plain, .control) } == .doesNotQualify)
            #expect(
                await code { try await fixture.board.setRole(.dialer, to: "org.example.none", by: .app(.control)) }
                    == .unknownApp)
            #expect(await code { try await set(.dialer, .control) } == nil)
            #expect(
                try await fixture.board.roleGrants(for: .app(.control))[.dialer]?.bundleIdentifier
                    == AppIdentity.dialer.bundleIdentifier)
            try await fixture.board.clearRole(.dialer, by: .app(.control))
            #expect(try await fixture.board.roleGrants(for: .app(.control)).isEmpty)
        }
        try await ServiceFixture.run(developerMode: false) { fixture in
            #expect(
                await code { _ = try await fixture.board.registerApp(directory: "x", by: .app(.control)) }
                    == .developerModeRequired)
        }
    }

    @Test func `keeps a role for an app that is away for the moment of an upgrade`() async throws {
        try await ServiceFixture.run { fixture in
            try await fixture.makeDefaultDialer()
            let dialer = try await fixture.board.roleGrants(for: .app(.control))
            try await fixture.board.setRole(.calling, to: "org.example.calling", by: .app(.control))
            fixture.catalog.replace([.callingApp])
            await fixture.board.appsChanged()
            while fixture.time.sleeperCount < 1 { try await pause() }
            fixture.time.advance(by: .seconds(1))
            // The one is back, and the other one goes for good: when its role is empty the first was looked at.
            fixture.catalog.replace([.dialer])
            await fixture.board.appsChanged()
            while fixture.time.sleeperCount < 2 { try await pause() }
            fixture.time.advance(by: Switchboard.patienceForHolders - .seconds(1))
            fixture.time.advance(by: .seconds(1))
            while try await fixture.store.grants()[.calling] != nil { try await pause() }
            while try await fixture.board.roleGrants(for: .app(.control)).count > 1 { try await pause() }
            #expect(try await fixture.board.roleGrants(for: .app(.control)) == dialer)
        }
    }

    @Test func `takes a role from an app that stays gone or does not qualify any more`() async throws {
        try await ServiceFixture.run { fixture in
            try await fixture.makeDefaultDialer()
            await fixture.board.appsChanged()
            #expect(try await fixture.board.roleGrants(for: .app(.control)).count == 1)
            var stripped = AppIdentity.dialer
            stripped.entitlements = []
            for apps in [[AppIdentity.plain], [stripped]] {
                try await fixture.makeDefaultDialer()
                fixture.catalog.replace(apps)
                await fixture.board.appsChanged()
                while fixture.time.sleeperCount < 1 { try await pause() }
                fixture.time.advance(by: Switchboard.patienceForHolders)
                while try await !fixture.board.roleGrants(for: .app(.control)).isEmpty { try await pause() }
                while try await !fixture.store.grants().isEmpty { try await pause() }
                #expect(
                    await code { _ = try await fixture.board.history(matching: nil, limit: nil, for: .app(.dialer)) }
                        == .notDefaultDialer)
                fixture.catalog.replace([.dialer])
            }
        }
    }

    @Test func `keeps apps, status and simulation to control`() async throws {
        try await ServiceFixture.run { fixture in
            for app in [AppIdentity.dialer, .plain, .callingApp] {
                #expect(await code { _ = try await fixture.board.apps(for: .app(app)) } == .notAllowed)
                #expect(await code { _ = try await fixture.board.status(for: .app(app)) } == .notAllowed)
                #expect(await code { _ = try await fixture.board.roleGrants(for: .app(app)) } == .notAllowed)
                #expect(
                    await code { try await fixture.board.simulate(.answer(number: nil), by: .app(app)) } == .notAllowed)
            }
            #expect(
                await code { try await fixture.board.simulate(.answer(number: nil), by: .app(.control)) }
                    == .notSimulated)
        }
    }

    @Test func `names the line that is asked for, and refuses one that is not there`() async throws {
        try await ServiceFixture.run { fixture in
            let service = try #require(try await fixture.board.services(for: .app(.control)).first)
            _ = try await fixture.start(service: service.id)
            #expect(await code { _ = try await fixture.start(service: UUID()) } == .unknownService)
            fixture.backend.send(.lines([]))
            let seen1 = try await fixture.services()
            #expect(seen1.isEmpty)
            #expect(await code { _ = try await fixture.start(service: service.id) } == .unknownService)
            #expect(await code { _ = try await fixture.start() } == .noModem)
            fixture.backend.send(.unavailable("ModemManager is not running"))
            try await within {
                while try await fixture.board.status(for: .app(.control)).backends.first?.trouble == nil {
                    try await pause()
                }
            }
            #expect(await code { _ = try await fixture.start() } == .modemServiceUnavailable)
        }
    }

    /// A service that has just been started, and no backend has told anything yet.
    private static func runFresh(_ body: @escaping @Sendable (ServiceFixture) async throws -> Void) async throws {
        let fixture = ServiceFixture(lines: false)
        await fixture.board.prepare(isStarting: true)
        try await fixture.serving(body)
    }

    @Test func `asked for a line right after the start, waits for the first`() async throws {
        try await Self.runFresh { fixture in
            async let start = fixture.start()
            async let code = fixture.board.runCode("*100#", by: .app(.control))
            async let services = fixture.board.services(for: .app(.control))
            while fixture.time.sleeperCount == 0 { try await pause() }
            fixture.backend.send(.lines([fixture.backend.line()]))
            _ = try await start
            #expect(try await code.text == "OK")
            let count = try await services.count
            #expect(count == 1)
        }
    }

    @Test func `given a link right after the start, knows the emergency numbers of the SIM that is yet to come`()
        async throws
    {
        try await Self.runFresh { fixture in
            async let refusal = code { _ = try await fixture.board.openLink("tel:117", by: .app(.control)) }
            while fixture.time.sleeperCount == 0 { try await pause() }
            fixture.backend.send(.lines([fixture.backend.line(emergency: EmergencyFacts(simNumbers: ["117"]))]))
            let prompt = try await fixture.prompt()
            #expect(prompt.act == .emergencyCall("117"))
            try await fixture.answer(prompt, false)
            #expect(await refusal == .declined)
        }
    }

    @Test func `asked for a line right after the start, does not wait for ever`() async throws {
        try await Self.runFresh { fixture in
            async let refusal = code { _ = try await fixture.start() }
            try await fixture.time.waitForSleeper(Switchboard.patienceForLines)
            fixture.time.advance(by: Switchboard.patienceForLines)
            let code = await refusal
            #expect(code == .noModem)
        }
    }

    @Test func `redials on the line of the recent when it can`() async throws {
        try await ServiceFixture.run(lines: false) { fixture in
            fixture.backend.send(.lines([fixture.backend.line("0"), fixture.backend.line("1")]))
            let services = try await fixture.services()
            #expect(await code { _ = try await fixture.startWithoutScreen() } == .lineChoiceNeeded)
            let row = ConversationRecord(
                id: UUID(), direction: .incoming, handles: [.number("5550100")], service: services[1].id,
                startedAt: fixture.time.date, outcome: .missed)
            _ = await fixture.store.record(row)
            let request = StartRequest(handle: .number("5550100"), recent: row.id)
            _ = try await fixture.board.startConversation(request, by: .app(.control))
            #expect(fixture.backend.commands == [.dial("5550100", fixture.backend.line("1").key)])
        }
    }

    @Test func `carries calls while the database cannot be used, and says so`() async throws {
        try await ServiceFixture.run { fixture in
            fixture.store.fail(with: TelephonyError(.diskFull, "the disk is full"))
            _ = try await fixture.start()
            fixture.backend.send(.changed(try #require(fixture.backend.dialed.first), .ended(.busy)))
            let seen2 = try await fixture.conversation(.ended)
            #expect(seen2.outcome == .busy)
            #expect(try await fixture.board.status(for: .app(.control)).historyTrouble == "the disk is full")
            #expect(
                await code { _ = try await fixture.board.history(matching: nil, limit: nil, for: .app(.control)) }
                    == .diskFull)
        }
    }

    @Test func `holds no more conversations than it can`() async throws {
        try await ServiceFixture.run { fixture in
            for _ in 0..<16 { _ = try await fixture.start() }
            #expect(await code { _ = try await fixture.start() } == .tooMany)
            let late = fixture.incoming(reference: "late")
            fixture.backend.send(.appeared(late))
            let hungUp = try await fixture.commands.first { if case .hangUp(let call) = $0 { call } else { nil } }
            #expect(hungUp == late.id)
        }
    }

    @Test func `takes a call from the network while ended ones wait for a slow disk`() async throws {
        try await ServiceFixture.run { fixture in
            fixture.store.holdRecords()
            for _ in 0..<16 { _ = try await fixture.start() }
            for call in fixture.backend.dialed { fixture.backend.send(.changed(call, .ended(.busy))) }
            let late = fixture.incoming(reference: "late")
            fixture.backend.send(.appeared(late))
            _ = try await fixture.conversation(.ringing)
            fixture.store.letRecordsThrough()
        }
    }
}
