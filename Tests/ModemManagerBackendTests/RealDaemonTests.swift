// SPDX-License-Identifier: Apache-2.0
import Glibc
import Telephony
import TestSupport
import Testing

@testable import ModemManagerBackend

/// ModemManager itself, with a simulated modem.
@Suite(.enabled(if: ModemManagerRig.isInstalled, "needs modemmanager, dbus and the built modem simulator"))
struct `With the real ModemManager` {
    static func run(
        _ profile: ModemSimulatorProcess.Profile = .cinterion, scenario: String = "manual",
        deadlines: Deadlines = .init(), _ body: (ModemManagerRig, BackendHarness) async throws -> Void
    ) async throws {
        try await ModemManagerRig.run(profile: profile, simulatorArguments: ["--scenario", scenario]) { rig in
            try await BackendHarness.run(on: rig.privateBus, loop: rig.loop, deadlines: deadlines) { harness in
                try await body(rig, harness)
            }
        }
    }

    @Test(arguments: [ModemSimulatorProcess.Profile.cinterion, .generic])
    func `a modem is enabled and becomes a ready line with its ICCID`(
        _ profile: ModemSimulatorProcess.Profile
    ) async throws {
        try await Self.run(profile) { _, harness in
            let line = try await harness.line()
            #expect(line.iccid?.isEmpty == false)
            #expect(!line.label.isEmpty)
        }
    }

    @Test(arguments: [ModemSimulatorProcess.Profile.cinterion, .generic])
    func `an outgoing call is answered and hung up here`(_ profile: ModemSimulatorProcess.Profile) async throws {
        try await Self.run(profile) { rig, harness in
            let line = try await harness.line()
            let id = CallID()
            let reference = try await harness.backend.dial("+15550123", on: line.key, as: id)
            #expect(reference.contains("@:"))
            try rig.simulator.tell(#"{"do":"alert"}"#)
            try await harness.wait(id, .alerting)
            try rig.simulator.tell(#"{"do":"answer"}"#)
            try await harness.wait(id, .active)
            try await harness.backend.sendTone("5", on: id)
            try await harness.backend.hangUp(id)
            try await harness.wait(id, .ended(.localHangUp))
            #expect(await failure { try await harness.backend.hangUp(id) }?.code == .unknownConversation)
            #expect(harness.ends(of: id) == 1)
        }
    }

    @Test(arguments: [
        (["alert", "answer", "hangup"], CallEndReason.remoteHangUp), (["busy"], .busy),
        (["alert", "no-answer"], .noAnswer),
    ])
    func `an outgoing call ends with its reason`(_ acts: [String], _ reason: CallEndReason) async throws {
        try await Self.run { rig, harness in
            let line = try await harness.line()
            let id = CallID()
            _ = try await harness.backend.dial("+15550123", on: line.key, as: id)
            for act in acts {
                try rig.simulator.tell(#"{"do":"\#(act)"}"#)
                if act == "alert" { try await harness.wait(id, .alerting) }
                if act == "answer" { try await harness.wait(id, .active) }
            }
            try await harness.wait(id, .ended(reason))
            #expect(harness.ends(of: id) == 1)
        }
    }

    @Test(arguments: [ModemSimulatorProcess.Profile.cinterion, .generic])
    func `an incoming call is answered and hung up there`(_ profile: ModemSimulatorProcess.Profile) async throws {
        try await Self.run(profile) { rig, harness in
            let line = try await harness.line()
            try rig.simulator.tell(#"{"do":"incoming","from":"+15550123"}"#)
            let call = try await harness.appeared()
            #expect(call.remote == RemoteParty(number: "+15550123"))
            #expect(call.state == .incoming)
            #expect(call.line == line.key)
            try await harness.backend.answer(call.id)
            try await harness.wait(call.id, .active)
            // ModemManager begins to listen for NO CARRIER a moment after it has answered; the tone comes after that.
            try await harness.backend.sendTone("#", on: call.id)
            try rig.simulator.tell(#"{"do":"hangup"}"#)
            try await harness.wait(call.id, .ended(.remoteHangUp))
        }
    }

    @Test func `an incoming call is rejected`() async throws {
        try await Self.run { rig, harness in
            _ = try await harness.line()
            try rig.simulator.tell(#"{"do":"incoming","from":"+15550123"}"#)
            let call = try await harness.appeared()
            try await harness.backend.hangUp(call.id)
            try await harness.wait(call.id, .ended(.declined))
        }
    }

    @Test func `a caller who gives up is missed`() async throws {
        try await Self.run { rig, harness in
            _ = try await harness.line()
            try rig.simulator.tell(#"{"do":"incoming","from":"+15550123"}"#)
            let call = try await harness.appeared()
            try rig.simulator.tell(#"{"do":"hangup"}"#)
            try await harness.wait(call.id, .ended(.remoteHangUp))
        }
    }

    @Test func `a caller who hides appears without number`() async throws {
        try await Self.run { rig, harness in
            _ = try await harness.line()
            try rig.simulator.tell(#"{"do":"incoming"}"#)
            let call = try await harness.appeared()
            #expect(call.remote == RemoteParty(number: "", presentation: .unknown))
        }
    }
}
