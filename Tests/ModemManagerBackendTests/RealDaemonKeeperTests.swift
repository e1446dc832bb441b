// SPDX-License-Identifier: Apache-2.0
import Glibc
import Telephony
import TestSupport
import Testing

@testable import ModemManagerBackend

/// Two backends, each with its own connection to the bus of one ModemManager.
@Suite(.enabled(if: ModemManagerRig.isInstalled, "needs modemmanager, dbus and the built modem simulator"))
struct `Of two on the real ModemManager` {
    private static func run(
        _ body: (ModemManagerRig, _ first: BackendHarness, _ second: BackendHarness, _ line: LineKey) async throws ->
            Void
    ) async throws {
        try await `With the real ModemManager`.run { rig, first in
            let line = try await first.line().key
            try await BackendHarness.run(on: rig.privateBus, loop: rig.loop) { second in
                _ = try await second.line("a line that is not its own") { $0.readiness == refusal }
                try await body(rig, first, second, line)
            }
        }
    }

    private static let refusal = Line.Readiness.failed(
        "another Dialtone has the modems (process \(getpid()), user \(getuid())); call with that one, or end it")

    @Test func `the first alone calls, is called and runs codes`() async throws {
        try await Self.run { rig, first, second, line in
            let attempts: [() async throws -> String] = [
                { try await second.backend.dial("+15550123", on: line, as: CallID()) },
                { try await second.backend.initiateUSSD("*100#", on: line).text },
            ]
            for attempt in attempts {
                let error = await failure { _ = try await attempt() }
                #expect(error?.message.contains("another Dialtone") == true)
            }
            try rig.simulator.tell(#"{"do":"incoming","from":"+15550123"}"#)
            let call = try await first.appeared()
            try await first.backend.answer(call.id)
            try await first.wait(call.id, .active)
            try rig.simulator.tell(#"{"do":"hangup"}"#)
            try await first.wait(call.id, .ended(.remoteHangUp))
            try await rig.waitForNoCalls()
            #expect(!second.log.events.contains { if case .appeared = $0 { true } else { false } })
            #expect(second.log.events.contains { if case .noted = $0 { true } else { false } })
        }
    }

    @Test func `the second has all once the first has gone`() async throws {
        try await Self.run { rig, first, second, line in
            let id = CallID()
            let reference = try await first.backend.dial("+15550123", on: line, as: id)
            try rig.simulator.tell(#"{"do":"answer"}"#)
            try await first.wait(id, .active)
            await first.stop()
            let call = try await second.appeared()
            #expect(call.reference == reference && call.direction == .outgoing)
            #expect(try await second.line().key == line)
            try await second.backend.hangUp(call.id)
            try await second.wait(call.id, .ended(.localHangUp))
        }
    }

    @Test func `the second makes an emergency call`() async throws {
        try await Self.run { rig, _, second, line in
            let id = CallID()
            _ = try await second.backend.dialEmergency("112", on: line, as: id)
            try rig.simulator.tell(#"{"do":"answer"}"#)
            try await second.wait(id, .active)
            try await second.backend.hangUp(id)
            try await second.wait(id, .ended(.localHangUp))
        }
    }
}
