// SPDX-License-Identifier: Apache-2.0
import ModemSimulator
import Testing

@Suite("A modem reports")
struct ATReportTests {
    @Test("an outgoing call in lists of all calls (cinterion), each after the final result and NO CARRIER last")
    func cinterionOutgoing() throws {
        var host = try ATRehearsal("default")
        host.setUp()
        #expect(host.send("ATD+15550103;") == ["|OK|"])
        let call = { (state: Int) in "|^SLCC: 1,0,\(state),0,0,0,\"+15550103\",145|^SLCC: |" }
        #expect(host.wait(5) == [call(2), call(3), call(0), "|^SLCC: |", "|NO CARRIER|"])
    }

    @Test(
        "nothing of a call in the generic profile but how it ended",
        arguments: [
            ("5550101", "|BUSY|"), ("5550102", "|NO ANSWER|"), ("5550103", "|NO CARRIER|"), ("5550104", "|NO CARRIER|"),
        ])
    func genericOutgoing(number: String, code: String) throws {
        var host = try ATRehearsal("default", profile: .generic)
        host.setUp()
        #expect(host.send("ATD\(number);") == ["|OK|"])
        #expect(host.wait(60) == [code])
    }

    @Test("no result code for what the host ended")
    func localHangUp() throws {
        var host = try ATRehearsal()
        host.setUp()
        _ = host.send("ATD5550100;")
        _ = host.wait(1)
        #expect(host.send("AT+CHLD=11") == ["|OK|"])
        #expect(host.wait(1) == ["|^SLCC: |"])
    }

    @Test("an incoming call again and again until it is answered")
    func incoming() throws {
        var host = try ATRehearsal(profile: .generic)
        host.setUp()
        let ring = ["|+CRING: VOICE|", "|+CLIP: \"+15550123\",145,,,,0|"]
        #expect(try host.control(.incoming(SimulatedParty(number: "+15550123"), modem: nil)) == ring)
        #expect(host.wait(11) == ring + ring)
        #expect(host.send("AT+CLCC") == ["|+CLCC: 1,1,4,0,0,\"+15550123\",145||OK|"])
        #expect(host.send("ATA") == ["|OK|"])
        #expect(host.wait(30).isEmpty)
        #expect(host.face.nextDeadline == nil)
    }

    @Test(
        "a hidden caller without a number",
        arguments: [
            (SimulatedParty.Presentation.restricted, 1), (.unknown, 2), (.payphone, 2),
        ])
    func hidden(presentation: SimulatedParty.Presentation, validity: Int) throws {
        var host = try ATRehearsal(profile: .generic)
        host.setUp()
        let party = SimulatedParty(number: "5550123", presentation: presentation)
        #expect(
            try host.control(.incoming(party, modem: nil)) == ["|+CRING: VOICE|", "|+CLIP: \"\",128,,,,\(validity)|"])
        #expect(host.send("AT+CLCC") == ["|+CLCC: 1,1,4,0,0||OK|"])
    }

    @Test("RING alone to a host that set nothing")
    func plainRing() throws {
        var host = try ATRehearsal(profile: .generic)
        #expect(try host.control(.incoming(SimulatedParty(number: "5550123"), modem: nil)) == ["|RING|"])
    }

    @Test("a waiting call by +CCWA, and its ringing when the other call is over")
    func waiting() throws {
        var host = try ATRehearsal(profile: .generic)
        host.setUp()
        _ = host.send("ATD5550100;")
        _ = try host.control(.remote(.answer, number: nil))
        _ = host.wait(1)
        let waiting = try host.control(.incoming(SimulatedParty(number: "+15550123"), modem: nil))
        #expect(waiting == ["|+CCWA: \"+15550123\",145,1,,0|"])
        #expect(try host.control(.remote(.hangUp, number: "5550100")).first == "|+CRING: VOICE|")
    }

    @Test("a silent end to nobody in the generic profile")
    func silentEnd() throws {
        var host = try ATRehearsal(profile: .generic)
        host.setUp()
        _ = host.send("ATD5550100;")
        _ = host.wait(1)
        #expect(try host.control(.remote(.hangUpSilently, number: nil)).isEmpty)
        #expect(host.send("AT+CLCC") == ["|OK|"])
    }

    @Test("coverage that goes and comes")
    func coverage() throws {
        var host = try ATRehearsal()
        host.setUp()
        #expect(try host.control(.coverage(false, modem: nil)) == ["|+CREG: 0|", "|+CGREG: 0|"])
        #expect(
            try host.control(.coverage(true, modem: nil)) == ["|+CREG: 1,\"0001\",\"00000001\",2|", "|+CGREG: 1|"])
    }

    @Test(
        "the answer to a code, plain, in hexadecimal or dialed",
        arguments: [
            "AT+CUSD=1,\"*100#\",15", "AT+CUSD=1,\"2A31303023\",15", "ATD*100#;",
        ], ATProfile.allCases)
    func codes(line: String, profile: ATProfile) throws {
        var host = try ATRehearsal(profile: profile)
        host.setUp()
        #expect(host.send(line) == ["|OK|"])
        #expect(host.wait(1) == ["|+CUSD: 0,\"Balance: 5.00\",15|"])
    }

    @Test("what the network says by itself, to a host that set +CUSD", arguments: ATProfile.allCases)
    func messages(profile: ATProfile) throws {
        var host = try ATRehearsal(profile: profile)
        #expect(try host.control(.push(CodeScript("Unheard"), modem: nil)).isEmpty)
        host.setUp()
        #expect(try host.control(.push(CodeScript("A"), modem: nil)) == ["|+CUSD: 0,\"A\",15|"])
        let question = CodeScript("1 or 2?", answers: ["1": CodeScript("One")], outcome: .wantsAnswer)
        #expect(try host.control(.push(question, modem: nil)) == ["|+CUSD: 1,\"1 or 2?\",15|"])
        #expect(host.send("AT+CUSD=1,\"1\",15") == ["|OK|"])
        #expect(host.wait(1) == ["|+CUSD: 0,\"One\",15|"])
    }

    @Test("nothing any more when it is unplugged")
    func unplugged() throws {
        var host = try ATRehearsal()
        host.setUp()
        _ = try host.control(.plugged(false, modem: "sim0"))
        #expect(host.closed == [host.port])
        #expect(host.face.open("sim0") == nil)
    }

    @Test("a conference in its lists")
    func conference() throws {
        var host = try ATRehearsal("instant")
        host.setUp()
        _ = host.send("ATD5550100;")
        _ = host.wait(1)
        _ = host.send("ATD5550105;")
        _ = host.wait(1)
        #expect(host.send("AT+CHLD=3") == ["|OK|"])
        let list = "|^SLCC: 1,0,0,0,1,0,\"5550100\",129|^SLCC: 2,0,0,0,1,0,\"5550105\",129|^SLCC: |"
        #expect(host.wait(1).last == list)
        #expect(host.send("AT+VTS=5;+VTS=#") == ["|OK|"])
    }
}
