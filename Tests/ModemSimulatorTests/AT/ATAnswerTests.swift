// SPDX-License-Identifier: Apache-2.0
import ModemSimulator
import Testing

@Suite("A modem answers")
struct ATAnswerTests {
    @Test(
        "what a host asks before it calls",
        arguments: [
            ("AT", "|OK|"), ("ATZ", "|OK|"), ("AT&C1", "|OK|"), ("AT\\Q3", "|OK|"),
            ("AT+GCAP", "|+GCAP: +CGSM,+DS,+ES||OK|"), ("AT+CFUN?", "|+CFUN: 1||OK|"),
            ("AT+CPIN?", "|+CPIN: READY||OK|"), ("AT+CIMI", "|001010000000010||OK|"),
            ("AT+CGSN", "|001010000000020||OK|"), ("AT+CNUM", "|+CNUM: ,\"+15550190\",145||OK|"),
            ("AT+CRSM=176,12258,0,0,10", "|+CRSM: 144,0,\"980001010000000010F0\"||OK|"),
            ("AT+CRSM=176,28589,0,0,4", "|+CRSM: 144,0,\"00000002\"||OK|"),
            ("AT+CRSM=176,28599,0,0,4", "|+CRSM: 144,0,\"FFFFFF\"||OK|"),
            ("AT+CRSM=176,28478,0,0,4", "|+CRSM: 106,130||OK|"),
            ("AT+COPS?", "|+COPS: 0,0,\"Simulated Network\",2||OK|"),
            ("AT+COPS=3,2;+COPS?", "|+COPS: 0,2,\"00101\",2||OK|"),
            ("AT+CREG?", "|+CREG: 0,1||OK|"), ("AT+CREG=2;+CREG?", "|+CREG: 2,1,\"0001\",\"00000001\",2||OK|"),
            ("AT+CSQ", "|+CSQ: 20,99||OK|"), ("AT+CIND?", "|+CIND: 4,1,0,0||OK|"),
            ("AT+CUSD=?", "|+CUSD: (0-2)||OK|"), ("AT+CLCC", "|OK|"), ("AT+CLCC=?", "|OK|"), ("AT^SLCC=?", "|OK|"),
            ("AT+CHLD=?", "|+CHLD: (0,1,1x,2,2x,3,4)||OK|"), ("AT+CCWA=1,2", "|+CCWA: 1,1||OK|"), ("ATH", "|OK|"),
            ("AT+CSCS=\"UTF-8\";+CSCS?", "|+CSCS: \"UTF-8\"||OK|"), ("AT+CLCK=\"SC\",2", "|+CLCK: 0||OK|"),
            ("ATA", "|NO CARRIER|"), ("AT+FOO", "|ERROR|"), ("AT+CMEE=1;+FOO", "|+CME ERROR: 4|"),
            ("AT+CMEE=2;+FOO", "|+CME ERROR: operation not supported|"), ("AT+CHLD=9", "|ERROR|"),
            ("ATE1E0;+FOO;+CSQ", "|ERROR|"), ("AT??", "|ERROR|"), ("ATD5550100", "|NO CARRIER|"),
            ("ATD55 50+100;", "|ERROR|"), ("ATD;", "|ERROR|"),
        ])
    func answers(line: String, answer: String) throws {
        var rehearsal = try ATRehearsal()
        #expect(rehearsal.send(line) == [answer])
    }

    @Test("nothing to what is no command")
    func noise() throws {
        var rehearsal = try ATRehearsal()
        #expect(rehearsal.send("hello").isEmpty)
    }

    @Test("with an echo until that is turned off")
    func echo() throws {
        var face = ATFace(Scenario(), profile: .generic)
        let port = try face.opened()
        let echoed = face.receive(Array("AT\r".utf8), on: port, at: .zero)
        #expect(echoed.contains(.write(port, "AT\r")))
        _ = face.receive(Array("ATE0\r".utf8), on: port, at: .zero)
        #expect(
            face.receive(Array("AT\r".utf8), on: port, at: .zero) == [.heard(port, "AT"), .write(port, "\r\nOK\r\n")])
    }

    @Test("what it was set to when its port is opened again, and a second port as new")
    func reopened() throws {
        var face = ATFace(Scenario(), profile: .generic)
        let first = try face.opened()
        _ = face.receive(Array("ATE0\r".utf8), on: first, at: .zero)
        face.close(first)
        let again = try face.opened()
        let second = try face.opened()
        #expect(face.receive(Array("AT\r".utf8), on: again, at: .zero).count == 2)
        #expect(face.receive(Array("AT\r".utf8), on: second, at: .zero).count == 3)
    }

    @Test(
        "what its SIM lacks",
        arguments: [
            ("no-sim", "AT+CPIN?", "|+CME ERROR: 10|"), ("no-sim", "ATD5550100;", "|+CME ERROR: 10|"),
            ("no-sim", "AT+CIMI", "|+CME ERROR: 10|"), ("pin-locked", "AT+CPIN?", "|+CPIN: SIM PIN||OK|"),
            ("pin-locked", "ATD5550100;", "|+CME ERROR: 11|"), ("pin-locked", "AT+CPIN=\"0000\"", "|+CME ERROR: 16|"),
            ("pin-locked", "AT+CPIN=\"1234\";+CPIN?", "|+CPIN: READY||OK|"),
            ("no-coverage", "ATD5550100;", "|+CME ERROR: 30|"), ("no-coverage", "AT+COPS?", "|+COPS: 0||OK|"),
            ("no-coverage", "AT+CSQ", "|+CSQ: 99,99||OK|"),
        ])
    func lacks(scenario: String, line: String, answer: String) throws {
        var rehearsal = try ATRehearsal(scenario)
        _ = rehearsal.send("AT+CMEE=1")
        #expect(rehearsal.send(line) == [answer])
    }

    @Test("as a fault says, or never")
    func faults() throws {
        var rehearsal = try ATRehearsal()
        try rehearsal.face.set(Fault(command: "D", final: "NO DIALTONE", times: 1))
        #expect(rehearsal.send("ATD5550100;") == ["|NO DIALTONE|"])
        #expect(rehearsal.send("ATD5550100;") == ["|OK|"])
        try rehearsal.face.set(Fault(command: "+CREG?", final: nil))
        #expect(rehearsal.send("AT+CREG?").isEmpty)
        #expect(rehearsal.send("AT+CREG=1") == ["|OK|"])
    }

    @Test("after its latency, a line after the other, and closes a port with too many that wait")
    func latency() throws {
        var rehearsal = try ATRehearsal(Scenario(latency: 1))
        _ = rehearsal.send("ATE0")
        #expect(rehearsal.send("AT").isEmpty)
        #expect(rehearsal.wait(1) == ["|OK|"])
        #expect(rehearsal.wait(1) == ["|OK|"])
        for _ in 1...65 { _ = rehearsal.send("AT") }
        #expect(rehearsal.closed == [rehearsal.port])
    }

    @Test("those that wait at once, when it takes no time any more")
    func hurry() throws {
        var rehearsal = try ATRehearsal(Scenario(latency: 1_000))
        for line in ["ATE0", "AT"] { _ = rehearsal.send(line) }
        let outputs = rehearsal.face.set(.zero, at: rehearsal.now)
        #expect(outputs == Array(repeating: .write(rehearsal.port, "\r\nOK\r\n"), count: 2))
        #expect(rehearsal.send("AT") == ["|OK|"])
    }

    @Test("one command later than the others, and those that come behind it after it")
    func slowCommand() throws {
        var rehearsal = try ATRehearsal()
        _ = rehearsal.send("ATE0")
        _ = rehearsal.face.set(.seconds(5), for: "D", at: rehearsal.now)
        #expect(rehearsal.send("AT") == ["|OK|"])
        for line in ["ATD5550100;", "AT"] { #expect(rehearsal.send(line).isEmpty) }
        #expect(rehearsal.wait(5).filter { $0 == "|OK|" }.count == 2)
    }

    @Test("a line of any length, without keeping more of it than its limit")
    func longLine() throws {
        var rehearsal = try ATRehearsal()
        #expect(rehearsal.send("AT+FOO=" + String(repeating: "x", count: 100_000)).last == "|ERROR|")
        #expect(rehearsal.send("AT") == ["|OK|"])
    }

    @Test("on no more ports than its limit, and remembers no more unknown commands than that")
    func limits() throws {
        var rehearsal = try ATRehearsal()
        while rehearsal.face.open("sim0") != nil {}
        for number in 1...200 { _ = rehearsal.send("AT+FOO\(number)") }
        #expect(rehearsal.face.unknownCommands.count == ATFace.maximumUnknownCommands)
    }
}
