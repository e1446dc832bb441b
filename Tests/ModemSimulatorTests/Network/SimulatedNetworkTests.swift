// SPDX-License-Identifier: Apache-2.0
import ModemSimulator
import Testing

@Suite("A simulated network")
struct SimulatedNetworkTests {
    @Test(
        "plays what the dialed number does, by the end of the number",
        arguments: [
            ("5550100", ["1 dialing", "1 alerting", "1 active"]),
            ("+15550101", ["1 dialing", "1 ended busy"]),
            ("15550102", ["1 dialing", "1 alerting", "1 ended noAnswer"]),
            ("5550103", ["1 dialing", "1 alerting", "1 active", "1 ended remote(silent: false)"]),
            ("5550104", ["1 dialing", "1 ended refused"]),
        ])
    func scripts(number: String, expected: [String]) throws {
        var rehearsal = try NetworkRehearsal(named: "default")
        try rehearsal.command(.dial(number, modem: "sim0"))
        rehearsal.wait(60)
        #expect(rehearsal.takeHeard() == expected)
    }

    @Test("does nothing before its deadline and has none when nothing is to come")
    func deadlines() throws {
        var rehearsal = try NetworkRehearsal(named: "default")
        #expect(rehearsal.network.nextDeadline == nil)
        try rehearsal.command(.dial("5550100", modem: "sim0"))
        #expect(rehearsal.network.nextDeadline == .milliseconds(200))
        rehearsal.wait(0.199)
        #expect(rehearsal.takeHeard() == ["1 dialing"])
        rehearsal.wait(0.001)
        #expect(rehearsal.network.nextDeadline == .milliseconds(1200))
        rehearsal.wait(1)
        #expect(rehearsal.network.nextDeadline == nil)
    }

    @Test("does all of it at once when the scenario has no delays")
    func instant() throws {
        var rehearsal = try NetworkRehearsal(named: "instant")
        try rehearsal.command(.dial("5550103", modem: "sim0"))
        rehearsal.wait(0)
        #expect(rehearsal.takeHeard().last == "1 ended remote(silent: false)")
    }

    @Test("does nothing by itself when every act is the tester's")
    func manual() throws {
        var rehearsal = try NetworkRehearsal(named: "manual")
        try rehearsal.command(.dial("5550101", modem: "sim0"))
        rehearsal.wait(1_000)
        try rehearsal.command(.remote(.alert, number: nil))
        try rehearsal.command(.remote(.answer, number: "5550101"))
        #expect(rehearsal.takeHeard() == ["1 dialing", "1 alerting", "1 active"])
    }

    @Test(
        "ends a call that is being set up by the other side's act",
        arguments: [
            (RemoteAct.busy, "busy"), (.noAnswer, "noAnswer"), (.reject, "rejected"), (.refuse, "refused"),
            (.hangUp, "remote(silent: false)"), (.hangUpSilently, "remote(silent: true)"),
        ])
    func remoteEndings(act: RemoteAct, ending: String) throws {
        var rehearsal = try NetworkRehearsal(named: "manual")
        try rehearsal.command(.dial("5550100", modem: "sim0"))
        try rehearsal.command(.remote(act, number: nil))
        #expect(rehearsal.takeHeard() == ["1 dialing", "1 ended \(ending)"])
    }

    @Test("refuses an act that the call's state does not allow", arguments: [RemoteAct.alert, .answer, .busy])
    func wrongState(act: RemoteAct) throws {
        var rehearsal = try NetworkRehearsal(named: "manual")
        #expect(throws: NetworkRefusal.unknownCall) { try rehearsal.command(.remote(act, number: nil)) }
        try rehearsal.command(.incoming(SimulatedParty(number: "+15550123"), modem: nil))
        #expect(throws: NetworkRefusal.wrongState) { try rehearsal.command(.remote(act, number: nil)) }
    }

    @Test(
        "refuses to dial where that is impossible",
        arguments: [
            ("no-sim", NetworkRefusal.noSIM), ("pin-locked", .simLocked), ("no-coverage", .noCoverage),
            ("empty", .unknownModem),
        ])
    func noService(scenario: String, refusal: NetworkRefusal) throws {
        var rehearsal = try NetworkRehearsal(named: scenario)
        #expect(throws: refusal) { try rehearsal.command(.dial("5550100", modem: "sim0")) }
        #expect(throws: refusal) { try rehearsal.command(.incoming(SimulatedParty(number: "5550123"), modem: nil)) }
    }

    @Test("dials an emergency number without a usable SIM", arguments: ["no-sim", "pin-locked"])
    func emergency(scenario: String) throws {
        var rehearsal = try NetworkRehearsal(named: scenario)
        try rehearsal.command(.dial("112", modem: "sim0"))
        #expect(rehearsal.takeHeard() == ["1 dialing"])
    }

    @Test("dials six numbers more without a SIM, and those of a SIM that can be read")
    func emergencyLists() throws {
        var empty = try NetworkRehearsal(named: "no-sim")
        for number in SimulatedNetwork.emergencyNumbersWithoutSIM.sorted() {
            try empty.command(.dial(number, modem: "sim0"))
            try empty.command(.hangUpCurrent(modem: "sim0"))
        }
        var locked = try NetworkRehearsal(named: "pin-locked")
        #expect(throws: NetworkRefusal.simLocked) { try locked.command(.dial("110", modem: "sim0")) }
    }

    @Test("refuses what is no dial string", arguments: ["", "+", "55 50", "5550100;", "55+1", "٣", "tel"])
    func invalidNumbers(digits: String) throws {
        var rehearsal = try NetworkRehearsal(named: "default")
        #expect(throws: NetworkRefusal.invalidNumber) { try rehearsal.command(.dial(digits, modem: "sim0")) }
    }

    @Test("dials 80 characters and refuses 81")
    func longNumbers() throws {
        var rehearsal = try NetworkRehearsal(named: "manual")
        let longest = String(repeating: "5", count: SimulatedNetwork.maximumDigits)
        try rehearsal.command(.dial(longest, modem: "sim0"))
        #expect(throws: NetworkRefusal.invalidNumber) { try rehearsal.command(.dial(longest + "5", modem: "sim0")) }
    }

    @Test("ends all calls of a modem that loses network, SIM or plug, and of no other")
    func lostModem() throws {
        for loss in [
            NetworkCommand.coverage(false, modem: "sim0"), .sim(.absent, modem: "sim0"), .plugged(false, modem: "sim0"),
        ] {
            var rehearsal = try NetworkRehearsal(named: "two-lines")
            try rehearsal.command(.dial("5550100", modem: "sim0"))
            try rehearsal.command(.dial("5550100", modem: "sim1"))
            _ = rehearsal.takeHeard()
            try rehearsal.command(loss)
            #expect(rehearsal.takeHeard() == ["1 ended lost", "sim0 changed"])
            #expect(rehearsal.network.calls.map(\.modem) == ["sim1"])
        }
    }

    @Test("locks the SIM after three wrong PINs until its PUK is given")
    func wrongPINs() throws {
        var rehearsal = try NetworkRehearsal(named: "pin-locked")
        for _ in 1...3 {
            #expect(throws: NetworkRefusal.wrongCode) { try rehearsal.command(.enterPIN("0000", modem: "sim0")) }
        }
        #expect(throws: NetworkRefusal.wrongState) { try rehearsal.command(.enterPIN("1234", modem: "sim0")) }
        try rehearsal.command(.enterPUK("12345678", newPIN: "4321", modem: "sim0"))
        #expect(rehearsal.network.modems[0].isReachable)
    }

    @Test("gives a fault as often as it is set")
    func faults() throws {
        var network = SimulatedNetwork(try Scenario(named: "default"))
        try network.set(Fault(command: "d", final: "BUSY", times: 1))
        #expect(network.takeFault(for: "D")?.final == "BUSY")
        #expect(network.takeFault(for: "D") == nil)
        try network.set(Fault(command: "A", final: nil))
        #expect(network.takeFault(for: "A") != nil)
        #expect(network.takeFault(for: "A") != nil)
        network.clearFault(for: nil)
        #expect(network.takeFault(for: "A") == nil)
    }

    @Test("keeps no more faults than its limit")
    func faultLimit() throws {
        var network = SimulatedNetwork(try Scenario(named: "default"))
        for number in 1...SimulatedNetwork.maximumFaults {
            try network.set(Fault(command: "+X\(number)", final: "ERROR"))
        }
        #expect(throws: NetworkRefusal.self) { try network.set(Fault(command: "+Y", final: "ERROR")) }
    }

    @Test("answers a code the scenario knows")
    func codes() throws {
        var rehearsal = try NetworkRehearsal(named: "default")
        try rehearsal.command(.code("*100#", modem: "sim0"))
        #expect(rehearsal.takeHeard() == ["code done Balance: 5.00"])
    }

    @Test("carries tones both ways on an active call alone")
    func tones() throws {
        var rehearsal = try NetworkRehearsal(named: "instant")
        try rehearsal.command(.dial("5550100", modem: "sim0"))
        #expect(throws: NetworkRefusal.wrongState) {
            var early = try NetworkRehearsal(named: "manual")
            try early.command(.dial("5550100", modem: "sim0"))
            try early.command(.tone("5", call: 1))
        }
        rehearsal.wait(0)
        _ = rehearsal.takeHeard()
        try rehearsal.command(.tone("#", call: 1))
        try rehearsal.command(.remoteTone("7", number: nil))
        #expect(rehearsal.takeHeard() == ["1 sent #", "1 received 7"])
        #expect(throws: NetworkRefusal.invalidTone) { try rehearsal.command(.tone("x", call: 1)) }
    }
}
