// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import FoundationEssentials
import TestSupport
import Testing

/// What went wrong in other dialers between the keypad and the modem, as their users reported it: here the real
/// ModemManager gets exactly what was dialed. The phone is of Germany and in Iran; its SIM has a list of emergency
/// numbers with blank records. (The parsers' half is `DialingFieldReportTests`.)
@Suite(
    .serialized, .needsModemManager,
    .stage(
        .cinterion,
        modem: #""operatorCode": "43211", "imsi": "262010000000001", "emergencyNumbers": ["", "117", ""]"#))
struct `On the way from the keypad to the modem abroad` {
    /// Dials, expects just these digits at the modem, and ends it.
    static func expect(
        _ dialed: String, at modem: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let stage = try Stage.current
        let before = stage.commands("ATD").count
        let id = try await stage.rig.dial(dialed)
        try await stage.tail.next("the dialing of \(dialed)") { $0.contains(#""ATD"#) }
        let sent = stage.commands("ATD").dropFirst(before)
        #expect(sent.count == 1, sourceLocation: sourceLocation)
        #expect(
            sent.first?.contains(#""text":"ATD\#(modem);""#) == true, "\(sent)", sourceLocation: sourceLocation)
        try await stage.hangUp()
        // The history keeps it as it was dialed, too.
        #expect(try await stage.rig.row(id).handles.map(\.value) == [dialed], sourceLocation: sourceLocation)
    }

    /// Field report 1: https://gitlab.freedesktop.org/mobile-broadband/ModemManager/-/work_items/1067
    @Test(arguments: ["5550100;\r\nAT+CFUN=0", "5550100;", "5550100\rAT+CFUN=0", "5550100\u{1A}", "5550100;+CFUN=0"])
    func `no second command gets in, by the command line or by the bus`(_ text: String) async throws {
        let stage = try Stage.current
        // A pause with nothing behind it is no command: it is taken, and not given to the modem.
        guard text != "5550100;" else { return try await Self.expect(text, at: "5550100") }
        try await stage.expectNothingDialed {
            let ending = try await stage.rig.dialtone("dial", text)
            #expect(ending.status == 4)
            let client = stage.rig.client()
            await #expect { try await client.startConversation(with: .number(text)) } throws: {
                ($0 as? TelephonyError)?.code == .numberInvalid
            }
            await client.close()
        }
        #expect(stage.commands("AT").allSatisfy { !$0.contains("CFUN=0") })
    }

    /// Field report 9: https://github.com/PixelExperience/android-issues/issues/5805
    @Test(arguments: ["110", "112", "117", "911"])
    func `no emergency number becomes another country's`(_ number: String) async throws {
        try await Self.expect(number, at: number)
    }

    @Test(arguments: [" 5550100", "5550100 ", "\u{A0}5550100\u{A0}"])
    func `no blank around a number is kept`(_ text: String) async throws {
        let stage = try Stage.current
        let byCommand = try await stage.rig.dial(text)
        try await stage.tail.next("the first dialing") { $0.contains(#""ATD5550100;""#) }
        try await stage.hangUp()
        let client = stage.rig.client()
        let byBus = try #require(UUID(uuidString: await client.startConversation(with: .number(text))))
        await client.close()
        try await stage.tail.next("the second dialing") { $0.contains(#""ATD5550100;""#) }
        try await stage.hangUp()
        for id in [byCommand, byBus] {
            #expect(try await stage.rig.row(id).handles.map(\.value) == ["5550100"])
        }
    }

    /// Field report 12: https://gitlab.gnome.org/GNOME/calls/-/issues/176
    @Test(arguments: ["5550100", "05550100", "+15550100"])
    func `nothing is put in front of a number`(_ number: String) async throws {
        try await Self.expect(number, at: number)
    }

    /// Field report 5: https://github.com/ezyang/htmlpurifier/issues/388
    @Test func `a pass code is not glued to the number`() async throws {
        try await Self.expect("+15550100,,77#", at: "+15550100")
    }

    /// Field report 12, for codes.
    @Test func `nothing is put in front of a code`() async throws {
        let stage = try Stage.current
        let before = stage.commands("AT+CUSD=1").count
        #expect(try await stage.rig.ask("ussd", "*100#") == "Balance: 5.00")
        let sent = stage.commands("AT+CUSD=1").dropFirst(before)
        #expect(sent.count == 1 && sent.first?.contains("2A31303023") == true, "\(sent)")
    }

    /// Field report 14: https://github.com/mozilla-b2g/gaia/pull/6627, https://github.com/mudita/MuditaOS/issues/3982
    @Test func `a star makes no code and a hash at the end does`() async throws {
        try await Self.expect("*2", at: "*2")
        try await Self.expect("*50*33", at: "*50*33")
        let stage = try Stage.current
        try await stage.expectNothingDialed {
            try await stage.rig.expectFailure("dial", "*50*33#", saying: "code")
            try await stage.rig.expectFailure("ussd", "*50*33", saying: "code")
        }
    }

    /// Field report 8: https://github.com/64characters/Telephone/issues/348
    @Test func `a pause is waited out, a tone follows, and a wait waits`() async throws {
        let stage = try Stage.current
        let before = stage.commands("AT+VTS").count
        let id = try await stage.rig.dial("+15550100,1;2#")
        let dialed = try await stage.tail.next("the dialing") { $0.contains(#""ATD"#) }
        #expect(dialed.contains(#""text":"ATD+15550100;""#), "\(dialed)")
        try stage.rig.tell(#"{"do":"answer"}"#)
        try await stage.rig.waitForState("joined", of: id)
        let connected = try ATLine(printed: try #require(stage.tail.events.last)).time
        let tone = try ATLine(printed: try await stage.tail.next("the tone") { $0.contains("AT+VTS") })
        #expect(tone.text == "AT+VTS=1", "\(tone)")
        #expect(tone.time - connected > 1_500_000, "two seconds' pause: \(tone.time - connected) µs")
        // By the person's own hand, which comes after whatever would have come by itself.
        let client = stage.rig.client()
        try await client.playTones("9", in: id.uuidString)
        await client.close()
        try await stage.tail.next("the person's tone") { $0.contains("AT+VTS=9") }
        #expect(stage.commands("AT+VTS").count == before + 2)
        try await within {
            while try await !stage.rig.ask("calls").contains("2# waits for dialtone tones") { try await pause() }
        }
        try await stage.rig.ask("tones")
        try await stage.tail.next("the tone that waited") { $0.contains("AT+VTS=2") }
        try await stage.tail.next("the tone behind it") { $0.contains("AT+VTS=#") }
        try await stage.rig.expectFailure("tones", saying: "no such conversation")
        try await stage.hangUp()
    }
}

/// A line of the modem simulator's tail.
struct ATLine: Decodable {
    /// Microseconds.
    var time: Int64
    var text: String
}
