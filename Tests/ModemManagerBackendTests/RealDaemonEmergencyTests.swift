// SPDX-License-Identifier: Apache-2.0
import Telephony
import TestSupport
import Testing

@testable import ModemManagerBackend

/// Emergency numbers through ModemManager itself: what it takes in which state (docs/emergency.md).
@Suite(.enabled(if: ModemManagerRig.isInstalled, "needs modemmanager, dbus and the built modem simulator"))
struct `Emergency calls with the real ModemManager` {
    /// One modem as the JSON says, in a world where nobody answers by themselves.
    static func run(
        _ modem: String = "", _ body: (ModemManagerRig, BackendHarness) async throws -> Void
    ) async throws {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let scenario = """
            {"modems": [{"id": "sim0"\(modem)}], "parties": [], "otherwise": {"number": "", "steps": []},
             "callers": {"number": "", "steps": []}, "codes": {}, "faults": [], "latency": 0}
            """
        try folder.write(scenario, to: "world.json")
        let arguments = ["--scenario", folder.file("world.json")]
        try await ModemManagerRig.run(simulatorArguments: arguments) { rig in
            try await BackendHarness.run(on: rig.privateBus, loop: rig.loop) { try await body(rig, $0) }
        }
    }

    struct State: CustomTestStringConvertible {
        var testDescription: String
        var json: String
        var readiness: Line.Readiness
        var taken: [String]
        var refused: [String]

        static let all = [
            State(
                testDescription: "no SIM", json: #", "sim": "absent""#, readiness: .noSIM,
                taken: ["112", "911", "000", "08", "110", "118", "119", "999"], refused: ["*31#112", "117", "+112"]),
            State(
                testDescription: "a locked SIM", json: #", "sim": "pin", "emergencyNumbers": ["117"]"#,
                readiness: .locked("SIM PIN"), taken: ["112", "911"], refused: ["110", "117", "*31#112"]),
            State(
                testDescription: "a SIM with a list", json: #", "emergencyNumbers": ["117"]"#, readiness: .ready,
                taken: ["112", "117", "110", "*31#112"], refused: []),
        ]
    }

    @Test(arguments: State.all)
    func `are taken as far as the daemon lets them, and refused with the reason`(_ state: State) async throws {
        try await Self.run(state.json) { _, harness in
            let line = try await harness.line("\(state.readiness)") { $0.readiness == state.readiness }
            for number in state.taken {
                let id = CallID()
                _ = try await harness.backend.dialEmergency(number, on: line.key, as: id)
                try await harness.backend.hangUp(id)
                try await harness.wait(id, .ended(.localHangUp))
            }
            for number in state.refused {
                let error = await #expect(throws: TelephonyError.self) {
                    _ = try await harness.backend.dialEmergency(number, on: line.key, as: CallID())
                }
                #expect([.noSIM, .simLocked].contains(error?.code))
            }
        }
    }

    @Test func `come to a network that is not there, and say so`() async throws {
        try await Self.run(#", "coverage": false"#) { _, harness in
            let line = try await harness.line("no coverage") { $0.readiness == .notRegistered }
            let error = await #expect(throws: TelephonyError.self) {
                _ = try await harness.backend.dialEmergency("112", on: line.key, as: CallID())
            }
            #expect(error?.code == .notRegistered)
        }
    }

    @Test(arguments: ["112", "117", "110"])
    func `switch a modem on that the person switched off`(_ number: String) async throws {
        try await Self.run(#", "emergencyNumbers": ["117"]"#) { rig, harness in
            _ = try await harness.line()
            try await rig.setEnabled(false)
            let off = try await harness.line("switched off") { $0.readiness == .switchedOff }
            let id = CallID()
            _ = try await harness.backend.dialEmergency(number, on: off.key, as: id)
            _ = try await harness.line()
            try rig.simulator.tell(#"{"do":"answer"}"#)
            try await harness.wait(id, .active)
        }
    }

    /// Otherwise one call in six was dropped by ModemManager, and dialed by the modem all the same.
    @Test(arguments: [true, false])
    func `wait, as others do, until a line that was just freed has told so`(_ isEmergency: Bool) async throws {
        try await Self.run { rig, harness in
            let line = try await harness.line()
            let first = CallID()
            _ = try await harness.backend.dial("+15550100", on: line.key, as: first)
            try rig.simulator.tell(#"{"do":"answer"}"#)
            try await harness.wait(first, .active)
            let begin = ContinuousClock.now
            try await harness.backend.hangUp(first)
            let next = CallID()
            _ =
                isEmergency
                ? try await harness.backend.dialEmergency("112", on: line.key, as: next)
                : try await harness.backend.dial("+15550101", on: line.key, as: next)
            #expect(ContinuousClock.now - begin >= Deadlines().callList)
        }
    }

    @Test func `have their lists and countries from SIM and network`() async throws {
        let modem = #", "imsi": "234010000000001", "operatorCode": "26201", "emergencyNumbers": ["117", "08"]"#
        try await Self.run(modem) { _, harness in
            let line = try await harness.line("facts") { $0.readiness == .ready && $0.emergency.networkCountry != nil }
            #expect(
                line.emergency
                    == EmergencyFacts(simNumbers: ["117", "08"], networkCountry: "262", simCountry: "234"))
        }
    }

    @Test func `time out sooner than others when the modem hangs, and leave nothing behind`() async throws {
        #expect(Deadlines().emergencyStart < Deadlines().start)
        try await Self.run(#", "sim": "absent""#) { rig, harness in
            let line = try await harness.line("no SIM") { $0.readiness == .noSIM }
            try rig.simulator.tell(#"{"do":"fail","command":"D","final":"NO CARRIER","times":1}"#)
            await #expect(throws: TelephonyError.self) {
                _ = try await harness.backend.dialEmergency("112", on: line.key, as: CallID())
            }
            try await rig.waitForNoCalls()
            _ = try await harness.backend.dialEmergency("112", on: line.key, as: CallID())
        }
    }
}

extension `Emergency calls with the real ModemManager` {
    @Test(arguments: ["112", "110"])
    func `given up while the modem comes on are not dialed`(_ number: String) async throws {
        try await Self.run(#", "coverage": false"#) { rig, harness in
            _ = try await harness.line("no coverage") { $0.readiness == .notRegistered }
            try await rig.setEnabled(false)
            let off = try await harness.line("switched off") { $0.readiness == .switchedOff }
            let (backend, id) = (harness.backend, CallID())
            async let refusal = failure { _ = try await backend.dialEmergency(number, on: off.key, as: id) }
            try await within(.seconds(60), "the leg") {
                while await backend.book.legs[id] == nil { try await pause() }
            }
            try await backend.hangUp(id)
            #expect(await refusal?.code == .wrongState)
            #expect(!rig.modemManagerLog.contains("'ATD"))
            #expect(await backend.book.legs.isEmpty)
        }
    }
}
