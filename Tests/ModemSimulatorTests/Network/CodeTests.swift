// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Testing

@testable import ModemSimulator

@Suite("Codes in a simulated network")
struct CodeTests {
    @Test("go on as long as the network asks, and end with its last word")
    func session() throws {
        var rehearsal = try NetworkRehearsal(named: "default")
        for text in ["*101#", "2", "7"] { try rehearsal.command(.code(text, modem: "sim0")) }
        #expect(
            rehearsal.takeHeard() == [
                "code wantsAnswer 1 Balance, 2 Data", "code wantsAnswer How many days?", "code done Ordered",
            ])
        #expect(!rehearsal.network.runsCode(on: "sim0"))
    }

    @Test(
        "end with what the network makes of them",
        arguments: [
            ("*102#", "code terminated "), ("*103#", "code notSupported "), ("*999#", "code done Unknown code"),
        ])
    func endings(code: String, heard: String) throws {
        var rehearsal = try NetworkRehearsal(named: "default")
        try rehearsal.command(.code(code, modem: "sim0"))
        #expect(rehearsal.takeHeard() == [heard])
        #expect(!rehearsal.network.runsCode(on: "sim0"))
    }

    @Test("are one a modem, late or never, and over when either side says so")
    func oneAtATime() throws {
        var rehearsal = try NetworkRehearsal(named: "two-lines")
        try rehearsal.command(.code("*104#", modem: "sim0"))
        #expect(throws: NetworkRefusal.sessionOpen) { try rehearsal.command(.code("*100#", modem: "sim0")) }
        try rehearsal.command(.code("*105#", modem: "sim1"))
        rehearsal.wait(3)
        #expect(rehearsal.takeHeard() == ["code done Late"])
        try rehearsal.command(.endCode(modem: nil))
        #expect(rehearsal.takeHeard() == ["code terminated "])
        #expect(throws: NetworkRefusal.noSession) { try rehearsal.command(.endCode(modem: nil)) }
        try rehearsal.command(.code("*105#", modem: "sim1"))
        try rehearsal.command(.cancelCode(modem: "sim1"))
        #expect(rehearsal.takeHeard() == [] && !rehearsal.network.runsCode(on: "sim1"))
    }

    @Test("come from the network, too: a notice opens none, a question is one that any answer goes on with")
    func messages() throws {
        var rehearsal = try NetworkRehearsal(named: "two-lines")
        try rehearsal.command(.push(CodeScript("Balance: 1.00"), modem: nil))
        #expect(rehearsal.takeHeard() == ["sim0 told done Balance: 1.00"])
        #expect(!rehearsal.network.runsCode(on: "sim0"))
        try rehearsal.command(.push(CodeScript("Pay?", outcome: .wantsAnswer), modem: "sim1"))
        #expect(throws: NetworkRefusal.sessionOpen) {
            try rehearsal.command(.push(CodeScript("Pay?", outcome: .wantsAnswer), modem: "sim1"))
        }
        rehearsal.wait(10)
        try rehearsal.command(.code("1", modem: "sim1"))
        #expect(rehearsal.takeHeard() == ["sim1 told wantsAnswer Pay?", "code done Thank you"])
        #expect(!rehearsal.network.runsCode(on: "sim1"))
    }

    @Test("that wait for an answer are over with a notice; those that wait for the network are not")
    func noticeIntoSession() throws {
        var rehearsal = try NetworkRehearsal(named: "default")
        for (code, runs) in [("*101#", false), ("*104#", true)] {
            try rehearsal.command(.code(code, modem: "sim0"))
            try rehearsal.command(.push(CodeScript("Too slow"), modem: nil))
            #expect(rehearsal.network.runsCode(on: "sim0") == runs)
        }
    }

    @Test("need a network for a message")
    func unreachable() throws {
        var rehearsal = try NetworkRehearsal(named: "no-coverage")
        #expect(throws: NetworkRefusal.noCoverage) { try rehearsal.command(.push(CodeScript("A"), modem: nil)) }
    }

    @Test("end with the coverage")
    func coverage() throws {
        var rehearsal = try NetworkRehearsal(named: "default")
        try rehearsal.command(.code("*101#", modem: "sim0"))
        _ = rehearsal.takeHeard()
        try rehearsal.command(.coverage(false, modem: nil))
        #expect(rehearsal.takeHeard() == ["code terminated ", "sim0 changed"])
    }

    @Test("are read from JSON as a text or as a script, up to a limit")
    func json() throws {
        let text = #"{"codes":{"*1#":"A","*2#":{"text":"B","after":1,"answers":{"1":"C"}},"*3#":{"silent":true}}}"#
        let scenario = try JSONDecoder().decode(Scenario.self, from: Data(text.utf8))
        #expect(scenario.codes["*1#"] == CodeScript("A"))
        #expect(scenario.codes["*2#"] == CodeScript("B", answers: ["1": CodeScript("C")], after: 1))
        #expect(scenario.codes["*3#"]?.isSilent == true)
        var large = Scenario()
        for number in 0...Scenario.maximumCodes { large.codes["*\(number)#"] = CodeScript("") }
        #expect(throws: ScenarioError.self) { try large.check() }
    }
}

@Suite("A simulated SIM")
struct SimulatedSIMTests {
    @Test("changes its PIN, counts wrong ones, and after the third wants its PUK")
    func changing() throws {
        var rehearsal = try NetworkRehearsal(named: "default")
        try rehearsal.command(.changePIN(from: "1234", to: "98765", modem: "sim0"))
        for left in [2, 1, 0] {
            #expect(throws: NetworkRefusal.wrongCode) {
                try rehearsal.command(.changePIN(from: "1234", to: "1", modem: "sim0"))
            }
            #expect(rehearsal.network.modem("sim0")?.pinRetries == left)
        }
        #expect(rehearsal.network.modem("sim0")?.sim == .pukLocked)
        #expect(throws: NetworkRefusal.simLocked) {
            try rehearsal.command(.changePIN(from: "98765", to: "1", modem: "sim0"))
        }
        try rehearsal.command(.enterPUK("12345678", newPIN: "4321", modem: "sim0"))
        try rehearsal.command(.changePIN(from: "4321", to: "1234", modem: "sim0"))
    }

    @Test("is of no use after ten wrong PUKs")
    func blocking() throws {
        var rehearsal = try NetworkRehearsal(named: "default")
        try rehearsal.command(.sim(.pukLocked, modem: nil))
        for _ in 0..<SimulatedModem.maximumPUKRetries {
            #expect(throws: NetworkRefusal.wrongCode) {
                try rehearsal.command(.enterPUK("00000000", newPIN: "4321", modem: "sim0"))
            }
        }
        #expect(throws: NetworkRefusal.simBlocked) {
            try rehearsal.command(.enterPUK("12345678", newPIN: "4321", modem: "sim0"))
        }
    }

    @Test("finds the line busy for a second caller when call waiting is off")
    func callWaiting() throws {
        var rehearsal = try NetworkRehearsal(named: "manual")
        let caller = SimulatedParty(number: "5550123")
        try rehearsal.command(.callWaiting(false, modem: "sim0"))
        try rehearsal.command(.incoming(caller, modem: nil))
        try rehearsal.command(.answer(call: 1))
        #expect(throws: NetworkRefusal.lineBusy) { try rehearsal.command(.incoming(caller, modem: nil)) }
        try rehearsal.command(.callWaiting(true, modem: "sim0"))
        try rehearsal.command(.incoming(caller, modem: nil))
    }
}

@Suite("A modem, asked about codes")
struct ATCodeTests {
    @Test("reports each word of the network, cancels, and keeps the text in its quotes")
    func codes() throws {
        var scenario = try Scenario(named: "manual")
        scenario.codes["*106#"] = CodeScript("a\"b\r\nOK")
        var host = try ATRehearsal(scenario)
        host.setUp()
        #expect(host.send("AT+CUSD=1,\"*101#\",15") == ["|OK|"])
        #expect(host.wait(1) == ["|+CUSD: 1,\"1 Balance, 2 Data\",15|"])
        #expect(host.send("AT+CUSD=1,\"9\",15") == ["|OK|"])
        #expect(host.wait(1) == ["|+CUSD: 0,\"Unknown choice\",15|"])
        #expect(host.send("AT+CUSD=1,\"*102#\"") == ["|OK|"])
        #expect(host.wait(1) == ["|+CUSD: 2|"])
        #expect(host.send("AT+CUSD=1,\"*105#\"") == ["|OK|"])
        #expect(host.send("AT+CUSD=1,\"*100#\"") == ["|+CME ERROR: 3|"])
        #expect(host.send("AT+CUSD=2") == ["|OK|"])
        #expect(host.send("AT+CUSD=1,\"*106#\"") == ["|OK|"])
        #expect(host.wait(1) == ["|+CUSD: 0,\"a'b\nOK\",15|"])
        #expect(host.send("AT+CSCS=\"UCS2\";+CUSD=1,\"*103#\"") == ["|OK|"])
        #expect(host.wait(1) == ["|+CUSD: 4|"])
        #expect(host.send("AT+CUSD=1,\"*999#\"") == ["|OK|"])
        #expect(host.wait(1) == ["|+CUSD: 0,\"0055006E006B006E006F0077006E00200063006F00640065\",15|"])
    }

    @Test(
        "takes answers as it took the code: plain, or in hexadecimal",
        arguments: [
            ("*101#", "2"), ("2A31303123", "32"),
        ])
    func hexadecimal(code: String, answer: String) throws {
        var host = try ATRehearsal("manual")
        host.setUp()
        _ = host.send("AT+CUSD=1,\"\(code)\",15")
        _ = host.wait(1)
        _ = host.send("AT+CUSD=1,\"\(answer)\",15")
        #expect(host.wait(1) == ["|+CUSD: 1,\"How many days?\",15|"])
    }

    @Test(
        "tells the tries that its SIM has left",
        arguments: [
            (ATProfile.cinterion, "AT^SPIC=\"SC\"", "|^SPIC: 2||OK|"),
            (.cinterion, "AT^SPIC=\"SC\",1", "|^SPIC: 10||OK|"),
            (.generic, "AT+CSIM=10,\"0020000100\"", "|+CSIM: 4,\"63C2\"||OK|"),
            (.generic, "AT+CSIM=10,\"002C000100\"", "|+CSIM: 4,\"63CA\"||OK|"),
        ])
    func tries(profile: ATProfile, question: String, answer: String) throws {
        var host = try ATRehearsal(profile: profile)
        host.setUp()
        #expect(host.send("AT+CPWD=\"SC\",\"0000\",\"4321\"") == ["|+CME ERROR: 16|"])
        #expect(host.send(question) == [answer])
        #expect(host.send("AT+CPWD=\"SC\",\"1234\",\"4321\"") == ["|OK|"])
        #expect(host.send("AT+CPWD=\"P2\",\"1234\",\"4321\"") == ["|+CME ERROR: 50|"])
    }

    @Test("switches call waiting and tells it")
    func callWaiting() throws {
        var host = try ATRehearsal()
        host.setUp()
        #expect(host.send("AT+CCWA=1,0") == ["|OK|"])
        #expect(host.send("AT+CCWA=0,2") == ["|+CCWA: 0,1||OK|"])
        #expect(host.send("AT+CCWA=1,1") == ["|OK|"])
        #expect(host.send("AT+CCWA=0,2") == ["|+CCWA: 1,1||OK|"])
    }
}
