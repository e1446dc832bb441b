// SPDX-License-Identifier: Apache-2.0
import Telephony
import TestSupport
import Testing

@testable import ModemManagerBackend

/// Codes, SIM secrets and call waiting through ModemManager itself.
@Suite(.enabled(if: ModemManagerRig.isInstalled, "needs modemmanager, dbus and the built modem simulator"))
struct `Codes with the real ModemManager` {
    static func run(
        _ profile: ModemSimulatorProcess.Profile = .cinterion, deadlines: Deadlines = .init(), codes: String? = nil,
        _ body: (ModemManagerRig, BackendHarness, LineKey) async throws -> Void
    ) async throws {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let scenario = try codes.map { try folder.write(Self.world($0), to: "codes.json") } ?? "manual"
        try await `With the real ModemManager`.run(profile, scenario: scenario, deadlines: deadlines) { rig, harness in
            try await body(rig, harness, try await harness.line().key)
            try expectDump(of: rig, #""code":false"#)
        }
    }

    /// One modem, and what the network says to codes.
    private static func world(_ codes: String) -> String {
        """
        {"modems": [{"id": "sim0"}], "parties": [], "otherwise": {"number": "", "steps": []},
         "callers": {"number": "", "steps": []}, "faults": [], "latency": 0, "codes": \(codes)}
        """
    }

    /// The line is free.
    static func expectBalance(_ harness: BackendHarness, _ line: LineKey) async throws {
        let reply = try await harness.backend.initiateUSSD("*100#", on: line)
        #expect(reply == USSDReply(text: "Balance: 5.00", wantsAnswer: false))
    }

    @Test(arguments: [ModemSimulatorProcess.Profile.cinterion, .generic])
    func `a code is answered, and another can be run`(_ profile: ModemSimulatorProcess.Profile) async throws {
        try await Self.run(profile) { _, harness, line in
            for _ in 0..<2 {
                let reply = try await harness.backend.initiateUSSD("*100#", on: line)
                #expect(reply == USSDReply(text: "Balance: 5.00", wantsAnswer: false))
            }
        }
    }

    @Test func `a session asks, is answered and ends`() async throws {
        try await Self.run { _, harness, line in
            let menu = try await harness.backend.initiateUSSD("*101#", on: line)
            #expect(menu == USSDReply(text: "1 Balance, 2 Data", wantsAnswer: true))
            let days = try await harness.backend.respondToUSSD("2", on: line)
            #expect(days == USSDReply(text: "How many days?", wantsAnswer: true))
            let end = try await harness.backend.respondToUSSD("7", on: line)
            #expect(end == USSDReply(text: "Ordered", wantsAnswer: false))
            await refuses(.wrongState) { _ = try await harness.backend.respondToUSSD("7", on: line) }
        }
    }

    @Test func `a second code waits for the first to end`() async throws {
        try await Self.run { _, harness, line in
            _ = try await harness.backend.initiateUSSD("*101#", on: line)
            await refuses(.wrongState) { _ = try await harness.backend.initiateUSSD("*100#", on: line) }
            try await harness.backend.cancelUSSD(on: line)
            try await Self.expectBalance(harness, line)
        }
    }

    /// ModemManager 1.20.4 answers the second AT+CUSD=2 from its cache of answers.
    @Test func `no code is sent into a session that was not cancelled`() async throws {
        try await `With the real ModemManager`.run(.cinterion) { rig, harness in
            let line = try await harness.line().key
            for isOpen in [false, true] {
                _ = try await harness.backend.initiateUSSD("*101#", on: line)
                try await harness.backend.cancelUSSD(on: line)
                try expectDump(of: rig, #""code":\#(isOpen)"#)
            }
            await refuses(.wrongState) { _ = try await harness.backend.initiateUSSD("*100#", on: line) }
        }
    }

    @Test(arguments: [ModemSimulatorProcess.Profile.cinterion, .generic])
    func `a session of a program that is gone is ended for the next code`(
        _ profile: ModemSimulatorProcess.Profile
    ) async throws {
        try await ModemManagerRig.run(profile: profile, simulatorArguments: ["--scenario", "manual"]) { rig in
            try await BackendHarness.run(on: rig.privateBus, loop: rig.loop) { _ = try await $0.line() }
            let text = try await rig.initiateCode("*101#")
            #expect(text == "1 Balance, 2 Data")
            try await BackendHarness.run(on: rig.privateBus, loop: rig.loop) { harness in
                let line = try await harness.line().key
                try await Self.expectBalance(harness, line)
                // It may have come before the line did.
                #expect(harness.log.events.contains { if case .noted = $0 { true } else { false } })
                try expectDump(of: rig, #""code":false"#)
            }
        }
    }

    @Test func `an answer without a text is an answer`() async throws {
        try await Self.run(codes: #"{"*106#": "", "*107#": {"outcome": "wants-answer"}}"#) { _, harness, line in
            let last = try await harness.backend.initiateUSSD("*106#", on: line)
            #expect(last == USSDReply(text: "", wantsAnswer: false))
            let question = try await harness.backend.initiateUSSD("*107#", on: line)
            #expect(question == USSDReply(text: "", wantsAnswer: true))
            try await harness.backend.cancelUSSD(on: line)
        }
    }

    @Test(arguments: ["*102#", "*103#"])
    func `what the network refuses is said to be its word`(_ code: String) async throws {
        try await Self.run { _, harness, line in
            await refuses(.callRefused) { _ = try await harness.backend.initiateUSSD(code, on: line) }
            try await Self.expectBalance(harness, line)
        }
    }

    @Test func `a session that the network ends while it waits leaves the line free`() async throws {
        try await Self.run { rig, harness, line in
            _ = try await harness.backend.initiateUSSD("*101#", on: line)
            try rig.simulator.tell(#"{"do":"end-code"}"#)
            try await within(.seconds(60), "the end of the session") {
                while await harness.backend.ussd.session(on: line) != nil { try await pause() }
            }
            await refuses(.wrongState) { _ = try await harness.backend.respondToUSSD("1", on: line) }
            try await Self.expectBalance(harness, line)
        }
    }

    @Test func `a network that says nothing is given up and leaves no session`() async throws {
        var deadlines = Deadlines()
        deadlines.ussd = .milliseconds(500)
        try await Self.run(deadlines: deadlines) { _, harness, line in
            await refuses(.modemTimedOut) { _ = try await harness.backend.initiateUSSD("*105#", on: line) }
            try await within(.seconds(60), "the end of the session") {
                while await harness.backend.ussd.session(on: line) != nil { try await pause() }
            }
            try await Self.expectBalance(harness, line)
        }
    }

    @Test func `a code that is cancelled while the network thinks is over`() async throws {
        try await Self.run { rig, harness, line in
            async let reply = harness.backend.initiateUSSD("*105#", on: line)
            try await within(.seconds(60), "the network's session") {
                while try !dump(of: rig).contains(#""code":true"#) { try await pause() }
            }
            try await harness.backend.cancelUSSD(on: line)
            do {
                _ = try await reply
                Issue.record("answered")
            } catch {
                #expect((error as? TelephonyError)?.code == .wrongState)
            }
            try await Self.expectBalance(harness, line)
        }
    }

    @Test func `a PIN is changed, and a wrong one is counted`() async throws {
        try await Self.run { _, harness, line in
            try await harness.backend.changePIN(from: "1234", to: "98765", on: line)
            let error = await refuses(.incorrectCode) {
                try await harness.backend.changePIN(from: "1234", to: "4321", on: line)
            }
            #expect(error?.message.contains("1234") == false)
            #expect(error?.message.contains("2 tries are left") == true)
            try await harness.backend.changePIN(from: "98765", to: "1234", on: line)
        }
    }

    @Test func `a blocked SIM is unblocked with its PUK`() async throws {
        try await Self.run { rig, harness, line in
            for _ in 0..<3 {
                let error = await refuses(.incorrectCode) {
                    try await harness.backend.changePIN(from: "0000", to: "4321", on: line)
                }
                #expect(error?.message.contains("0000") == false)
            }
            try expectDump(of: rig, #""sim":"puk""#)
            let wrong = await refuses(.incorrectCode) {
                try await harness.backend.unblockPIN(puk: "87654321", newPIN: "4321", on: line)
            }
            #expect(wrong?.message.contains("9 tries are left") == true)
            try await harness.backend.unblockPIN(puk: "12345678", newPIN: "4321", on: line)
            try expectDump(of: rig, #""sim":"ready""#)
        }
    }

    @Test func `a SIM that wants its PUK from the start is unblocked`() async throws {
        let mine = #"{"modems":[{"id":"sim0","sim":"puk"}]}"#
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let scenario = try folder.write(mine, to: "locked.json")
        try await `With the real ModemManager`.run(scenario: scenario) { _, harness in
            let locked = try await harness.line("a locked line") { $0.readiness == .locked("SIM PUK") }
            await refuses(.simLocked) { _ = try await harness.backend.initiateUSSD("*100#", on: locked.key) }
            try await harness.backend.unblockPIN(puk: "12345678", newPIN: "4321", on: locked.key)
            let ready = try await harness.line()
            try await Self.expectBalance(harness, ready.key)
        }
    }

    @Test(arguments: [ModemSimulatorProcess.Profile.cinterion, .generic])
    func `call waiting is asked about and switched`(_ profile: ModemSimulatorProcess.Profile) async throws {
        try await Self.run(profile) { _, harness, line in
            #expect(try await harness.backend.callWaiting(on: line))
            try await harness.backend.setCallWaiting(false, on: line)
            let isOn = try await harness.backend.callWaiting(on: line)
            #expect(isOn == false)
            try await harness.backend.setCallWaiting(true, on: line)
            #expect(try await harness.backend.callWaiting(on: line))
        }
    }

    @Test func `the equipment's identity is the modem's IMEI`() async throws {
        try await Self.run { _, harness, line in
            let identity = try await harness.backend.equipmentIdentity(of: line)
            #expect(identity == "001010000000020")
        }
    }

    @Test func `polkit's refusal names the action`() async throws {
        try await Self.run { rig, harness, line in
            for service in [NetworkService.ussd, .sim, .callWaiting] { rig.polkit.deny(service.action) }
            let ussd = await refuses(.modemFailed) { _ = try await harness.backend.initiateUSSD("*100#", on: line) }
            #expect(ussd?.message.contains(NetworkService.ussd.action) == true)
            let sim = await refuses(.modemFailed) {
                try await harness.backend.changePIN(from: "1234", to: "4321", on: line)
            }
            #expect(sim?.message.contains(NetworkService.sim.action) == true)
            let waiting = await refuses(.modemFailed) { _ = try await harness.backend.callWaiting(on: line) }
            #expect(waiting?.message.contains(NetworkService.callWaiting.action) == true)
        }
    }
}

/// Expects an error with this code, or any of ours, and returns it.
@discardableResult
func refuses(_ code: TelephonyError.Code?, _ body: () async throws -> Void) async -> TelephonyError? {
    do {
        try await body()
        Issue.record("not refused")
    } catch let error as TelephonyError {
        if let code { #expect(error.code == code, "\(error)") }
        return error
    } catch {
        Issue.record(error)
    }
    return nil
}

/// The simulator's state as JSON.
func dump(of rig: ModemManagerRig) throws -> String { try rig.simulator.tell(#"{"do":"dump"}"#) }

func expectDump(of rig: ModemManagerRig, _ part: String) throws {
    let dump = try dump(of: rig)
    #expect(dump.contains(part), "\(dump)")
}
