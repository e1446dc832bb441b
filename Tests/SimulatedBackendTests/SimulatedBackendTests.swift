// SPDX-License-Identifier: Apache-2.0
import ModemSimulator
import SimulatedBackend
import Telephony
import TestSupport
import Testing

@Suite("The simulated backend", .timeLimit(.minutes(1)))
struct SimulatedBackendTests {
    @Test("reports that it is there and its lines when it starts")
    func start() async throws {
        try await BackendRehearsal.run("two-lines", reading: 0) { rehearsal in
            #expect(await rehearsal.next() == .available)
            let lines = await rehearsal.lines()
            #expect(lines.map(\.label) == ["Simulated Network (…90)", "Simulated Network (…91)"])
            #expect(lines.map(\.readiness) == [.ready, .ready])
            #expect(Set(lines.compactMap(\.iccid)).count == 2)
        }
    }

    @Test(
        "says why a line is not ready, and what a dial on it lacks",
        arguments: [
            ("no-sim", Line.Readiness.noSIM, TelephonyError.Code.noSIM),
            ("pin-locked", .locked("SIM PIN"), .simLocked), ("no-coverage", .notRegistered, .notRegistered),
        ])
    func readiness(scenario: String, readiness: Line.Readiness, code: TelephonyError.Code) async throws {
        try await BackendRehearsal.run("manual") { rehearsal in
            switch readiness {
            case .noSIM: try await rehearsal.backend.perform(.simPresent(false, line: "sim0"))
            case .locked: try await rehearsal.backend.perform(.simLocked(line: "sim0"))
            default: try await rehearsal.backend.perform(.coverage(false, line: nil))
            }
            #expect(await rehearsal.lines().map(\.readiness) == [readiness])
            await #expect { _ = try await rehearsal.dial("5550100") } throws: { ($0 as? TelephonyError)?.code == code }
        }
    }

    @Test("follows an outgoing call to its connection as time goes")
    func outgoing() async throws {
        try await BackendRehearsal.run("default") { rehearsal in
            let call = try await rehearsal.dial("+15550100")
            rehearsal.clock.advance(by: .seconds(0.2))
            #expect(await rehearsal.next() == .changed(call, .alerting))
            rehearsal.clock.advance(by: .seconds(1))
            #expect(await rehearsal.next() == .changed(call, .active))
            try await rehearsal.backend.hangUp(call)
            #expect(await rehearsal.next() == .changed(call, .ended(.localHangUp)))
        }
    }

    @Test(
        "ends a call with the reason its number stands for",
        arguments: [
            ("5550101", CallEndReason.busy), ("5550102", .noAnswer), ("5550103", .remoteHangUp),
            ("5550104", .refused("the network refused the call")),
        ])
    func endings(number: String, reason: CallEndReason) async throws {
        try await BackendRehearsal.run("instant") { rehearsal in
            let call = try await rehearsal.dial(number)
            var last = await rehearsal.next()
            while last == .changed(call, .alerting) || last == .changed(call, .active) { last = await rehearsal.next() }
            #expect(last == .changed(call, .ended(reason)))
        }
    }

    @Test("reports an incoming call, which is answered, declined, or given up")
    func incoming() async throws {
        try await BackendRehearsal.run("manual") { rehearsal in
            let answered = try #require(try await rehearsal.ring())
            #expect(answered.remote == RemoteParty(number: "+15550123"))
            #expect(answered.state == .incoming && answered.direction == .incoming)
            try await rehearsal.backend.answer(answered.id)
            #expect(await rehearsal.next() == .changed(answered.id, .active))
            try await rehearsal.backend.perform(.hangUp(number: nil))
            #expect(await rehearsal.next() == .changed(answered.id, .ended(.remoteHangUp)))

            let declined = try #require(try await rehearsal.ring())
            try await rehearsal.backend.hangUp(declined.id)
            #expect(await rehearsal.next() == .changed(declined.id, .ended(.declined)))

            let givenUp = try #require(try await rehearsal.ring())
            try await rehearsal.backend.perform(.hangUp(number: "5550123"))
            #expect(await rehearsal.next() == .changed(givenUp.id, .ended(.remoteHangUp)))
        }
    }

    @Test("tells nothing about a caller that is hidden")
    func hiddenCaller() async throws {
        try await BackendRehearsal.run("manual") { rehearsal in
            let hidden = RemoteParty(number: "5550123", presentation: .restricted)
            try await rehearsal.backend.perform(.incoming(hidden, line: "+15550190"))
            guard case .appeared(let call) = await rehearsal.next() else { return #expect(Bool(false)) }
            #expect(call.remote == hidden && call.remote.number.isEmpty)
        }
    }

    @Test("hangs up the call that is meant and no other")
    func hangUpOne() async throws {
        try await BackendRehearsal.run("manual") { rehearsal in
            let first = try await rehearsal.dial("5550100")
            try await rehearsal.backend.perform(.answer(number: nil))
            #expect(await rehearsal.next() == .changed(first, .active))
            let waiting = try #require(try await rehearsal.ring())
            #expect(waiting.state == .waiting)
            try await rehearsal.backend.hangUp(waiting.id)
            #expect(await rehearsal.next() == .changed(waiting.id, .ended(.declined)))
            try await rehearsal.backend.sendTone("5", on: first)
        }
    }

    @Test("loses calls and line when the modem is unplugged, and has the line again when it is back")
    func unplug() async throws {
        try await BackendRehearsal.run("manual") { rehearsal in
            let call = try await rehearsal.dial("5550100")
            try await rehearsal.backend.perform(.unplug(line: nil))
            #expect(await rehearsal.next() == .changed(call, .ended(.lost)))
            #expect(await rehearsal.next() == .lines([]))
            await #expect { _ = try await rehearsal.dial("5550100") } throws: {
                ($0 as? TelephonyError)?.code == .noModem
            }
            try await rehearsal.backend.perform(.plug(line: "sim0"))
            #expect(await rehearsal.lines().map(\.readiness) == [.ready])
        }
    }

    @Test("refuses what names nothing")
    func unknown() async throws {
        try await BackendRehearsal.run("manual") { rehearsal in
            await #expect { try await rehearsal.backend.answer(CallID()) } throws: {
                ($0 as? TelephonyError)?.code == .unknownConversation
            }
            await #expect { _ = try await rehearsal.dial("5550100", on: "sim7") } throws: {
                ($0 as? TelephonyError)?.code == .unknownService
            }
            await #expect { try await rehearsal.backend.perform(.alert(number: nil)) } throws: {
                ($0 as? TelephonyError)?.code == .unknownConversation
            }
        }
    }

    @Test("does not sleep while nothing is scheduled")
    func idle() async throws {
        try await BackendRehearsal.run("default") { rehearsal in
            #expect(rehearsal.clock.sleeperCount == 0)
            let call = try await rehearsal.dial("5550102")
            rehearsal.clock.advance(by: .seconds(0.2))
            #expect(await rehearsal.next() == .changed(call, .alerting))
            try await rehearsal.backend.hangUp(call)
            #expect(await rehearsal.next() == .changed(call, .ended(.localHangUp)))
            while rehearsal.clock.sleeperCount > 0 { try await pause() }
        }
    }
}
