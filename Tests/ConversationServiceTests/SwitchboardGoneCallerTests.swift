// SPDX-License-Identifier: Apache-2.0
import ConversationService
import FoundationEssentials
import Telephony
import TestSupport
import Testing

/// What happens to whoever asked while something takes its time.
@Suite("The service, when whoever asked goes or loses the role before it dials")
struct SwitchboardGoneCallerTests {
    private func code(_ operation: () async throws -> Void) async -> TelephonyError.Code? {
        do { try await operation() } catch { return (error as? TelephonyError)?.code }
        return nil
    }

    /// A service that has just been started and knows no line yet.
    private func starting(
        lineStore: (any LineStore)? = nil, _ body: @escaping @Sendable (ServiceFixture) async throws -> Void
    ) async throws {
        let fixture = ServiceFixture(lines: false, lineStore: lineStore)
        await fixture.board.prepare(isStarting: true)
        try await fixture.serving(body)
    }

    private func sleepers(_ fixture: ServiceFixture, _ count: Int) async throws {
        while fixture.time.sleeperCount < count { try await pause() }
    }

    /// Returns when everything that the service was about to do is done: a start of another app has come that far.
    private func settle(_ fixture: ServiceFixture) async throws {
        async let later = code { _ = try await fixture.start("5550199", by: .dialer) }
        let prompt = try await fixture.prompt()
        #expect(prompt.act == .call("5550199"))
        try await fixture.answer(prompt, false)
        #expect(await later == .declined)
    }

    @Test(arguments: [AppIdentity.otherDialer, .control])
    func `asks and dials nothing for who went while the lines were looked for`(_ app: AppIdentity) async throws {
        try await starting { fixture in
            let asking = Task { try await fixture.start(by: app) }
            try await sleepers(fixture, 1)
            asking.cancel()
            fixture.backend.send(.lines([fixture.backend.line()]))
            await #expect(throws: CancellationError.self) { try await asking.value }
            try await settle(fixture)
            #expect(fixture.backend.commands.isEmpty)
        }
    }

    @Test func `asks and dials nothing for a link that was given up while the lines were looked for`() async throws {
        try await starting { fixture in
            let asking = Task { try await fixture.board.openLink("tel:5550100", by: .app(.control)) }
            try await sleepers(fixture, 1)
            asking.cancel()
            fixture.backend.send(.lines([fixture.backend.line()]))
            await #expect(throws: CancellationError.self) { try await asking.value }
            try await settle(fixture)
            #expect(fixture.backend.commands.isEmpty)
        }
    }

    @Test func `runs no code for who went while the line was looked for`() async throws {
        try await starting { fixture in
            let running = Task { try await fixture.board.runCode("*100#", by: .app(.control)) }
            try await sleepers(fixture, 1)
            running.cancel()
            fixture.backend.send(.lines([fixture.backend.line()]))
            await #expect(throws: CancellationError.self) { try await running.value }
            try await settle(fixture)
            #expect(fixture.backend.commands.isEmpty)
        }
    }

    @Test func `asks for a call that was the default dialer's when it was begun`() async throws {
        try await starting { fixture in
            try await fixture.makeDefaultDialer()
            async let started = fixture.start(by: .dialer)
            try await sleepers(fixture, 1)
            try await fixture.board.clearRole(.dialer, by: .app(.control))
            fixture.backend.send(.lines([fixture.backend.line()]))
            let prompt = try await fixture.prompt()
            #expect(prompt.act == .call("+15550100") && fixture.backend.commands.isEmpty)
            try await fixture.answer(prompt, true)
            _ = try await started
        }
    }

    @Test func `takes a line alone for no consent when the role is gone`() async throws {
        try await ServiceFixture.run(lines: false) { fixture in
            fixture.backend.send(.lines([fixture.backend.line("0"), fixture.backend.line("1")]))
            let services = try await fixture.services()
            try await fixture.makeDefaultDialer()
            async let refusal = code { _ = try await fixture.start(by: .dialer) }
            let prompt = try await fixture.prompt()
            #expect(prompt.act == .chooseLine("+15550100"))
            try await fixture.board.clearRole(.dialer, by: .app(.control))
            try await fixture.answer(prompt, true, on: services[0].id)
            #expect(await refusal == .wrongState)
            #expect(fixture.backend.commands.isEmpty)
        }
    }

    @Test func `runs no code on a line alone when the role is gone`() async throws {
        try await ServiceFixture.run(lines: false) { fixture in
            fixture.backend.send(.lines([fixture.backend.line("0"), fixture.backend.line("1")]))
            let services = try await fixture.services()
            try await fixture.makeDefaultDialer()
            async let refusal = code { _ = try await fixture.board.runCode("*100#", by: .app(.dialer)) }
            let prompt = try await fixture.prompt()
            #expect(prompt.act == .chooseLine("*100#"))
            try await fixture.board.clearRole(.dialer, by: .app(.control))
            try await fixture.answer(prompt, true, on: services[0].id)
            #expect(await refusal == .wrongState)
            #expect(fixture.backend.commands.isEmpty)
            #expect(await fixture.board.codesInProgress == 0)
        }
    }

    @Test(arguments: [true, false])
    func `ends a session with the role that began it, but not one that was agreed to`(_ isDialer: Bool) async throws {
        try await ServiceFixture.run { fixture in
            if isDialer { try await fixture.makeDefaultDialer() }
            fixture.backend.reply(USSDReply(text: "1 or 2?", wantsAnswer: true))
            async let menu = fixture.board.runCode("*101#", by: .app(.dialer))
            if !isDialer { try await fixture.answer(try await fixture.prompt(), true) }
            let session = try #require(try await menu.session)
            try await fixture.board.clearRole(.dialer, by: .app(.control))
            let refusal = await code { _ = try await fixture.board.answerCode(session, "1", by: .app(.dialer)) }
            #expect(refusal == (isDialer ? .wrongState : nil))
            #expect(await fixture.board.codesInProgress == 0)
        }
    }

    @Test func `leaves nothing behind of starts that are withdrawn at once`() async throws {
        try await ServiceFixture.run(lines: false) { fixture in
            fixture.backend.send(.lines([fixture.backend.line("0"), fixture.backend.line("1")]))
            _ = try await fixture.services()
            // Two callers of one app that come and go all the time: each is told, whatever the other does just then.
            await withTaskGroup { group in
                for _ in 0..<2 {
                    group.addTask {
                        for _ in 0..<1_000 {
                            let asking = Task { try await fixture.start(by: .control) }
                            await Task.yield()
                            asking.cancel()
                            await #expect(throws: (any Error).self) { try await asking.value }
                        }
                    }
                }
            }
            while fixture.time.sleeperCount > 0 { try await pause() }
            #expect(await fixture.board.waitersForConsent == 0)
            async let next = code { _ = try await fixture.start(by: .control) }
            try await fixture.waitForStarts(1)
            while await fixture.board.openPrompts.isEmpty { try await pause() }
            let shown = await fixture.board.openPrompts
            #expect(shown.count == 1)
            try await fixture.answer(try #require(shown.first), false)
            #expect(await next == .declined)
            #expect(fixture.backend.commands.isEmpty)
        }
    }

    @Test func `asks anew when the same is asked for again after it was withdrawn`() async throws {
        try await ServiceFixture.run { fixture in
            for _ in 0..<10 {
                let first = Task { try await fixture.start(by: .otherDialer) }
                _ = try await fixture.prompt()
                first.cancel()
                let again = Task { try await fixture.start(by: .otherDialer) }
                await #expect(throws: CancellationError.self) { try await first.value }
                while await fixture.board.waitersForConsent < 1 { try await pause() }
                again.cancel()
                await #expect(throws: CancellationError.self) { try await again.value }
                while await fixture.board.waitersForConsent > 0 { try await pause() }
            }
            #expect(fixture.backend.commands.isEmpty)
        }
    }

    @Test func `keeps no clock running for questions that were withdrawn`() async throws {
        try await ServiceFixture.run { fixture in
            for _ in 0..<20 {
                let asking = Task { try await fixture.start(by: .otherDialer) }
                _ = try await fixture.prompt()
                asking.cancel()
                _ = try? await asking.value
            }
            while fixture.time.sleeperCount > 0 { try await pause() }
        }
    }
}

@Suite("The service that has just been started, asked about an emergency number")
struct SwitchboardFirstEmergencyTests {
    @Test func `calls a link what it is once the lines are there`() async throws {
        let fixture = ServiceFixture(lines: false)
        await fixture.board.prepare(isStarting: true)
        try await fixture.serving { fixture in
            // 118 is one only where no SIM can be used.
            let asking = Task { try await fixture.board.openLink("tel:118", by: .app(.control)) }
            while fixture.time.sleeperCount < 1 { try await pause() }
            fixture.backend.send(.lines([fixture.backend.line()]))
            #expect(try await fixture.prompt().act == .call("118"))
            asking.cancel()
            _ = try? await asking.value
        }
    }

    @Test func `dials it while the disk hangs, and tells of the line when that is over`() async throws {
        let slow = SlowLineStore()
        let fixture = ServiceFixture(lines: false, lineStore: slow)
        await fixture.board.prepare(isStarting: true)
        try await fixture.serving { fixture in
            fixture.backend.send(.lines([fixture.backend.line()]))
            while !slow.isWaitedFor { try await pause() }
            async let started = fixture.start("112")
            while fixture.backend.commands.isEmpty {
                fixture.time.advance(by: .milliseconds(100))
                try await pause()
            }
            _ = try await started
            #expect(fixture.backend.commands == [.dialEmergency("112", fixture.backend.line().key)])
            slow.letThrough()
            #expect(try await fixture.services().count == 1)
        }
    }
}
