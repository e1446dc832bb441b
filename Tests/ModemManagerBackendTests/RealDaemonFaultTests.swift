// SPDX-License-Identifier: Apache-2.0
import DBus
import Glibc
import Telephony
import TestSupport
import Testing

@testable import ModemManagerBackend

/// ModemManager itself, when things go wrong.
@Suite(.enabled(if: ModemManagerRig.isInstalled, "needs modemmanager, dbus and the built modem simulator"))
struct `When the real ModemManager has trouble` {
    typealias Normal = `With the real ModemManager`

    static func connected(_ rig: ModemManagerRig, _ harness: BackendHarness) async throws -> CallID {
        let line = try await harness.line()
        let id = CallID()
        _ = try await harness.backend.dial("+15550123", on: line.key, as: id)
        try rig.simulator.tell(#"{"do":"answer"}"#)
        try await harness.wait(id, .active)
        return id
    }

    @Test func `unplugging ends the call and replugging gives the same SIM`() async throws {
        try await Normal.run { rig, harness in
            let id = try await Self.connected(rig, harness)
            let before = harness.log.events.lines.last?.first
            try await rig.inhibit(true)
            try await harness.wait(id, .ended(.lost))
            try await harness.log.next("no line") { $0 == .lines([]) }
            try await rig.inhibit(false)
            let after = try await harness.line()
            #expect(after.iccid == before?.iccid)
            #expect(after.key != before?.key)
            #expect(try await harness.store.switchedOffModems().isEmpty)
        }
    }

    @Test func `killing it ends the call as lost, and all comes back`() async throws {
        try await Normal.run { rig, harness in
            let id = try await Self.connected(rig, harness)
            rig.killModemManager()
            try await harness.wait(id, .ended(.lost))
            try await harness.log.next("no line") { $0 == .lines([]) }
            try await harness.log.next("unavailable") { if case .unavailable = $0 { true } else { false } }
            await #expect(throws: TelephonyError.self) {
                try await harness.backend.dial("+15550123", on: LineKey(backend: "", reference: ""), as: CallID())
            }
            await #expect(throws: TelephonyError.self) { try await harness.backend.hangUp(id) }
            try await rig.startModemManager()
            try await rig.plugIn()
            try await harness.log.next("available") { $0 == .available }
            let line = try await harness.line()
            try rig.simulator.tell(#"{"do":"hangup"}"#)
            _ = try await harness.backend.dial("+15550123", on: line.key, as: CallID())
            #expect(harness.ends(of: id) == 1)
        }
    }

    @Test func `stopping it in good order is not taken for switching the modem off`() async throws {
        var deadlines = Deadlines()
        deadlines.switchedOff = .milliseconds(300)
        try await Normal.run(deadlines: deadlines) { rig, harness in
            _ = try await harness.line()
            rig.signalModemManager(SIGTERM)
            try await harness.log.next("unavailable") { if case .unavailable = $0 { true } else { false } }
            rig.killModemManager()
            try await rig.startModemManager()
            try await rig.plugIn()
            _ = try await harness.line()
            #expect(try await harness.store.switchedOffModems().isEmpty)
        }
    }

    @Test func `a modem that the person switched off stays off, over a restart too, until switched on`() async throws {
        var deadlines = Deadlines()
        deadlines.switchedOff = .milliseconds(300)
        try await Normal.run(deadlines: deadlines) { rig, harness in
            let line = try await harness.line()
            try await rig.setEnabled(false)
            _ = try await harness.line("off") { $0.readiness == .switchedOff }
            await #expect { try await harness.backend.dial("+15550123", on: line.key, as: CallID()) } throws: {
                ($0 as? TelephonyError)?.code == .switchedOff
            }
            try await harness.waitUntilStored(1)
            rig.killModemManager()
            try await rig.startModemManager()
            try await rig.plugIn()
            try await harness.log.next("available") { $0 == .available }
            _ = try await harness.line("off again") { $0.readiness == .switchedOff }
            try await rig.setEnabled(true)
            _ = try await harness.line()
            try await harness.waitUntilStored(0)
        }
    }

    @Test func `a hanging one times out, is unavailable, and comes back`() async throws {
        try await Normal.run(deadlines: .short) { rig, harness in
            let id = try await Self.connected(rig, harness)
            rig.signalModemManager(SIGSTOP)
            await #expect { try await harness.backend.hangUp(id) } throws: {
                ($0 as? TelephonyError)?.code == .modemTimedOut
            }
            try await harness.wait(id, .ended(.lost))
            try await harness.log.next("unavailable") { if case .unavailable = $0 { true } else { false } }
            rig.signalModemManager(SIGCONT)
            try await harness.log.next("available") { $0 == .available }
            _ = try await harness.line()
        }
    }

    @Test func `a dial into a hanging one fails in time and leaves nothing behind`() async throws {
        try await Normal.run(deadlines: .short) { rig, harness in
            let line = try await harness.line()
            rig.signalModemManager(SIGSTOP)
            await #expect { try await harness.backend.dial("+15550123", on: line.key, as: CallID()) } throws: {
                ($0 as? TelephonyError)?.code == .modemTimedOut
            }
            try await harness.log.next("unavailable") { if case .unavailable = $0 { true } else { false } }
            rig.signalModemManager(SIGCONT)
            _ = try await harness.line()
            try await rig.waitForNoCalls()
            #expect(!rig.modemManagerLog.contains("'ATD"))
        }
    }

    @Test func `an ATD answered after the deadline is hung up`() async throws {
        var deadlines = Deadlines()
        deadlines.start = .milliseconds(300)
        try await Normal.run(deadlines: deadlines) { rig, harness in
            let line = try await harness.line()
            try rig.simulator.tell(#"{"do":"latency","seconds":0.8}"#)
            await #expect { try await harness.backend.dial("+15550123", on: line.key, as: CallID()) } throws: {
                ($0 as? TelephonyError)?.code == .modemTimedOut
            }
            try await rig.waitForNoCalls()
            #expect(rig.modemManagerLog.contains("'ATD+15550123;"))
            #expect(rig.modemManagerLog.contains("AT+CH"))
            #expect(!harness.log.events.contains { if case .changed = $0 { true } else { false } })
        }
    }

    @Test(arguments: [
        ("NO CARRIER", TelephonyError.Code.callRefused), ("BUSY", .callRefused), ("NO DIALTONE", .callRefused),
        ("+CME ERROR: 30", .notRegistered), ("ERROR", .modemFailed),
    ])
    func `a dial that the modem refuses throws and leaves no call`(
        _ final: String, _ code: TelephonyError.Code
    ) async throws {
        try await Normal.run { rig, harness in
            let line = try await harness.line()
            try rig.simulator.tell(#"{"do":"fail","command":"D","final":"\#(final)","times":1}"#)
            await #expect { try await harness.backend.dial("+15550123", on: line.key, as: CallID()) } throws: {
                ($0 as? TelephonyError)?.code == code
            }
            try await rig.waitForNoCalls()
            #expect(!harness.log.events.contains { if case .changed = $0 { true } else { false } })
        }
    }

    @Test(arguments: ["NO CARRIER", "ERROR", "+CME ERROR: 3", "BUSY"])
    func `a call set up behind a refused ATD is hung up`(_ final: String) async throws {
        try await Normal.run { rig, harness in
            let line = try await harness.line()
            try rig.simulator.tell(
                #"{"do":"fail","command":"D","final":"\#(final)","times":1,"obeyed":true}"#)
            _ = try? await harness.backend.dial("+15550123", on: line.key, as: CallID())
            let dump = try rig.simulator.tell(#"{"do":"dump"}"#)
            #expect(!dump.contains("15550123"))
            try await rig.waitForNoCalls()
        }
    }

    @Test func `a refused dial leaves the other call on the line alone`() async throws {
        try await Normal.run { rig, harness in
            let first = try await Self.connected(rig, harness)
            let line = try #require(harness.log.events.lines.last?.first)
            try rig.simulator.tell(#"{"do":"fail","command":"D","final":"ERROR","times":1}"#)
            let error = await failure { _ = try await harness.backend.dial("+15550142", on: line.key, as: CallID()) }
            #expect(error?.code == .modemFailed)
            // A tone is sent in a call that is up alone.
            try await harness.backend.sendTone("1", on: first)
            #expect(try rig.simulator.tell(#"{"do":"dump"}"#).contains("active"))
            #expect(harness.ends(of: first) == 0)
            try await harness.backend.hangUp(first)
            try await rig.waitForNoCalls()
        }
    }

    @Test func `a modem that is lost in a dial fails it and leaves no leg`() async throws {
        try await Normal.run { rig, harness in
            let line = try await harness.line()
            let tail = try rig.simulator.tail()
            try rig.simulator.tell(#"{"do":"latency","seconds":80,"command":"D"}"#)
            let (backend, id) = (harness.backend, CallID())
            async let refusal = failure { _ = try await backend.dial("+15550123", on: line.key, as: id) }
            try await tail.next("the dialing") { $0.contains(#""ATD"#) }
            try rig.simulator.tell(#"{"do":"unplug"}"#)
            #expect(await refusal != nil)
            #expect(await backend.book.legs.isEmpty)
            #expect(harness.ends(of: id) == 0)
        }
    }

    @Test func `without the right to call, the error names the polkit action`() async throws {
        try await Normal.run { rig, harness in
            let line = try await harness.line()
            rig.polkit.deny("org.freedesktop.ModemManager1.Voice")
            await #expect { try await harness.backend.dial("+15550123", on: line.key, as: CallID()) } throws: {
                ($0 as? TelephonyError)?.message.contains("org.freedesktop.ModemManager1.Voice") == true
            }
        }
    }

    @Test func `a failed answer ends the call and stops the ringing`() async throws {
        try await Normal.run { rig, harness in
            _ = try await harness.line()
            try rig.simulator.tell(#"{"do":"fail","command":"A","final":"ERROR","times":1}"#)
            try rig.simulator.tell(#"{"do":"incoming","from":"+15550123"}"#)
            let call = try await harness.appeared()
            await #expect(throws: TelephonyError.self) { try await harness.backend.answer(call.id) }
            try await harness.wait(call.id, .ended(.failed("the modem reported an error in the call")))
            try await rig.waitForNoCalls()
            #expect(harness.ends(of: call.id) == 1)
        }
    }

    @Test(arguments: [ModemSimulatorProcess.Profile.cinterion, .generic])
    func `rejecting a waiting call leaves the active one`(_ profile: ModemSimulatorProcess.Profile) async throws {
        try await Normal.run(profile, deadlines: profile == .cinterion ? .short : .init()) { rig, harness in
            let first = try await Self.connected(rig, harness)
            try rig.simulator.tell(#"{"do":"incoming","from":"+15550142"}"#)
            let call = try await harness.appeared()
            #expect(call.state == .waiting)
            try await harness.backend.hangUp(call.id)
            try await harness.wait(call.id, .ended(.declined))
            #expect(try rig.simulator.tell(#"{"do":"dump"}"#).contains("active"))
            #expect(harness.ends(of: first) == 0)
            try await harness.backend.sendTone("1", on: first)
        }
    }

    @Test func `answering a waiting call holds the active one`() async throws {
        try await Normal.run(deadlines: .short) { rig, harness in
            let first = try await Self.connected(rig, harness)
            try rig.simulator.tell(#"{"do":"incoming","from":"+15550142"}"#)
            let call = try await harness.appeared()
            try await harness.backend.answer(call.id)
            try await harness.log.next("both") { $0 == .changed(first, .held) || $0 == .changed(call.id, .active) }
            try await harness.log.next("both") { $0 == .changed(first, .held) || $0 == .changed(call.id, .active) }
            try await harness.backend.hangUp(first)
            try await harness.wait(first, .ended(.localHangUp))
            #expect(harness.ends(of: call.id) == 0)
        }
    }

    @Test(arguments: [
        ("no-sim", Line.Readiness.noSIM, TelephonyError.Code.noSIM),
        ("pin-locked", .locked("SIM PIN"), .simLocked), ("no-coverage", .notRegistered, .notRegistered),
    ])
    func `a line that cannot call says why`(
        _ scenario: String, _ readiness: Line.Readiness, _ code: TelephonyError.Code
    ) async throws {
        try await Normal.run(scenario: scenario) { _, harness in
            let line = try await harness.line("\(readiness)") { $0.readiness == readiness }
            await #expect { try await harness.backend.dial("+15550123", on: line.key, as: CallID()) } throws: {
                ($0 as? TelephonyError)?.code == code
            }
        }
    }

    @Test func `a call that was there before us appears with the same reference`() async throws {
        try await Normal.run { rig, harness in
            let line = try await harness.line()
            let reference = try await harness.backend.dial("+15550123", on: line.key, as: CallID())
            try await BackendHarness.run(on: rig.privateBus, loop: rig.loop) { other in
                await harness.stop()
                let call = try await other.appeared()
                #expect(call.reference == reference)
                #expect(call.direction == .outgoing)
                try await other.backend.hangUp(call.id)
                try await other.wait(call.id, .ended(.localHangUp))
            }
        }
    }
}

extension [BackendEvent] {
    var lines: [[Line]] { compactMap { if case .lines(let lines) = $0 { lines } else { nil } } }
}
