// SPDX-License-Identifier: Apache-2.0
import ConversationService
import FoundationEssentials
import Telephony
import TestSupport
import Testing

@Suite("The service, sending tones")
struct SwitchboardToneTests {
    /// A call that is connected.
    private func connected(_ fixture: ServiceFixture, _ number: String = "+15550100") async throws -> (UUID, CallID) {
        let id = try await fixture.start(number)
        let call = try #require(fixture.backend.dialed.last)
        _ = await fixture.commands.next()
        fixture.backend.send(.changed(call, .active))
        _ = try await fixture.conversation(.active)
        return (id, call)
    }

    /// The next tones, as time goes.
    private func tones(_ count: Int, _ fixture: ServiceFixture) async throws -> String {
        var tones = ""
        while tones.count < count {
            tones.append(try await fixture.commands.first { if case .tone(let tone, _) = $0 { tone } else { nil } })
            if tones.count < count {
                try await fixture.time.waitForSleeper(Switchboard.toneGap)
                fixture.time.advance(by: Switchboard.toneGap)
            }
        }
        return tones
    }

    @Test
    func `plays what was dialed after the number once it is connected, and waits for the person where it says so`()
        async throws
    {
        try await ServiceFixture.run { fixture in
            let id = try await fixture.start("+15550100,1;2;")
            let goOn = { (app: AppIdentity) async -> TelephonyError.Code? in
                do { try await fixture.board.continueTones(in: id, by: .app(app)) } catch {
                    return (error as? TelephonyError)?.code
                }
                return nil
            }
            #expect(await goOn(.control) == .wrongState)
            let call = try #require(fixture.backend.dialed.first)
            _ = await fixture.commands.next()
            fixture.backend.send(.changed(call, .active))
            try await fixture.time.waitForSleeper(Switchboard.pause)
            #expect(fixture.backend.commands.count == 1)
            fixture.time.advance(by: Switchboard.pause)
            #expect(await fixture.commands.next() == .tone("1", call))
            try await fixture.time.waitForSleeper(Switchboard.toneGap)
            fixture.time.advance(by: .seconds(1))
            let waiting = try await fixture.events.first { event in
                if case .conversation(let snapshot) = event, !snapshot.waitingTones.isEmpty { snapshot } else { nil }
            }
            #expect(waiting.waitingTones == "2;" && fixture.backend.commands.count == 2)
            #expect(await goOn(.otherDialer) == .unknownConversation)
            #expect(await goOn(.control) == nil)
            #expect(await fixture.commands.next() == .tone("2", call))
            // Nothing is left behind the last wait.
            #expect(await goOn(.control) == .wrongState)
        }
    }

    @Test func `sends those of two callers one after the other`() async throws {
        try await ServiceFixture.run { fixture in
            let (id, _) = try await connected(fixture)
            async let first: Void = fixture.board.playTones("1111", in: id, by: .app(.control))
            async let second: Void = fixture.board.playTones("2222", in: id, by: .app(.control))
            let sent = try await tones(8, fixture)
            #expect(sent == "11112222" || sent == "22221111")
            _ = try await (first, second)
        }
    }

    @Test func `stops on hold and goes on afterwards`() async throws {
        try await ServiceFixture.run { fixture in
            let (_, call) = try await connected(fixture, "+15550100,12")
            try await fixture.time.waitForSleeper(Switchboard.pause)
            fixture.backend.send(.changed(call, .held))
            _ = try await fixture.conversation(.held)
            fixture.time.advance(by: .seconds(60))
            fixture.backend.send(.changed(call, .active))
            #expect(try await tones(2, fixture) == "12")
        }
    }

    @Test func `keeps a tone that the modem did not take, for the person`() async throws {
        try await ServiceFixture.run { fixture in
            let (id, _) = try await connected(fixture, "+15550100,12")
            try await fixture.time.waitForSleeper(Switchboard.pause)
            fixture.backend.failNext(with: TelephonyError(.modemFailed, "no"))
            fixture.time.advance(by: Switchboard.pause)
            let waiting = try await fixture.events.first { event in
                if case .conversation(let snapshot) = event, !snapshot.waitingTones.isEmpty { snapshot } else { nil }
            }
            #expect(waiting.waitingTones == "12")
            _ = try await fixture.commands.first { if case .tone = $0 { true } else { nil } }
            try await fixture.time.waitForSleeper(Switchboard.toneGap)
            fixture.time.advance(by: Switchboard.toneGap)
            try await fixture.board.continueTones(in: id, by: .app(.control))
            #expect(try await tones(2, fixture) == "12")
        }
    }

    @Test func `ends with its conversation`() async throws {
        try await ServiceFixture.run { fixture in
            let (id, call) = try await connected(fixture)
            async let failure = fixture.failure {
                try await fixture.board.playTones("12", in: id, by: .app(.control))
            }
            _ = try await fixture.commands.first { if case .tone = $0 { true } else { nil } }
            fixture.backend.send(.changed(call, .ended(.remoteHangUp)))
            #expect(await failure?.code == .wrongState)
            fixture.time.advance(by: .seconds(60))
            _ = try await fixture.conversation(.ended)
            #expect(fixture.backend.commands.last == .tone("1", call))
        }
    }

    @Test func `ends with its caller`() async throws {
        try await ServiceFixture.run { fixture in
            let (id, call) = try await connected(fixture)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await fixture.board.playTones("123", in: id, by: .app(.control)) }
                _ = try await fixture.commands.first { if case .tone = $0 { true } else { nil } }
                group.cancelAll()
                await #expect(throws: CancellationError.self) { try await group.next() }
            }
            async let next: Void = fixture.board.playTones("9", in: id, by: .app(.control))
            try await fixture.time.waitForSleeper(Switchboard.toneGap)
            fixture.time.advance(by: Switchboard.toneGap)
            #expect(await fixture.commands.next() == .tone("9", call))
            try await next
        }
    }

    @Test func `ends with its caller's connection, and with no other`() async throws {
        try await ServiceFixture.run { fixture in
            let (id, call) = try await connected(fixture)
            let play = { @Sendable (tones: String, owner: String) in
                try await fixture.board.playTones(tones, in: id, by: .app(.control), for: owner)
            }
            async let first: Bool = (try? await play("12", ":1.1")) == nil
            _ = try await fixture.commands.first { if case .tone = $0 { true } else { nil } }
            async let second: Void = play("9", ":1.2")
            await fixture.board.abandonTones(of: ":1.1")
            #expect(await first)
            try await fixture.time.waitForSleeper(Switchboard.toneGap)
            fixture.time.advance(by: Switchboard.toneGap)
            #expect(await fixture.commands.next() == .tone("9", call))
            try await second
        }
    }

    @Test func `takes no more than so many at once`() async throws {
        try await ServiceFixture.run { fixture in
            let (id, _) = try await connected(fixture)
            await withTaskGroup(of: TelephonyError.Code?.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        await fixture.failure {
                            try await fixture.board.playTones("12", in: id, by: .app(.control))
                        }?.code
                    }
                }
                for _ in 0..<4 { #expect(await group.next() == .tooMany) }
                group.cancelAll()
            }
        }
    }
}
