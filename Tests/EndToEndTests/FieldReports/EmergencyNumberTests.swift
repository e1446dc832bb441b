// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

/// Which numbers are emergency numbers where, by the word that the person is asked with. What goes to the modem is
/// the same either way: the digits.
@Suite(.serialized, .needsModemManager, .needsTerminal)
struct `A number of an app is an emergency number` {
    static func run(
        _ modem: String, lacking reason: String? = nil, _ body: (DialtoneRig, AgentTerminal) async throws -> Void
    ) async throws {
        try await `With the real ModemManager, an emergency call`.run(modem, lacking: reason) { rig, _ in
            try await AgentTerminal.run(rig) { try await body(rig, $0) }
        }
    }

    /// The question about a number, which the app then gives up.
    static func question(_ number: String, _ rig: DialtoneRig, _ terminal: AgentTerminal) async throws -> String {
        let app = try rig.startDialer("dial", number)
        let question = try await terminal.question(" asks to ")
        app.kill()
        try await terminal.isNoLongerAsked()
        return question
    }

    static func expect(
        _ numbers: [String], asking words: String, _ rig: DialtoneRig, _ terminal: AgentTerminal,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for number in numbers {
            let question = try await question(number, rig, terminal)
            #expect(question.contains("\(words) \(number)."), "\(question)", sourceLocation: sourceLocation)
        }
    }

    /// Field report 10: https://github.com/SimpleMobileTools/Simple-Dialer/issues/372
    @Test func `as a whole, and not because it begins like one`() async throws {
        try await Self.run(#""operatorCode": "24201", "imsi": "242010000000001""#) { rig, terminal in
            try await Self.expect(["112", "113"], asking: "EMERGENCY call to", rig, terminal)
            try await Self.expect(["91155010", "1130", "11255"], asking: "asks to call", rig, terminal)
            let tail = try rig.modems.simulator.tail()
            let id = try await rig.dial("91155010")
            try await tail.next("the dialing") { $0.contains(#""text":"ATD91155010;""#) }
            try await rig.ask("hangup", id.uuidString)
        }
    }

    /// Field report 17: https://gitlab.gnome.org/GNOME/calls/-/issues/714, https://github.com/rilmodem/ofono/pull/242
    @Test func `when the SIM says so, between blank records, in a country that nobody knows`() async throws {
        try await Self.run(#""operatorCode": "00101", "emergencyNumbers": ["", "117", ""]"#) { rig, terminal in
            try await Self.expect(["112", "911", "117"], asking: "EMERGENCY call to", rig, terminal)
            // Of countries that this is not, and of telephones without a SIM.
            try await Self.expect(["110", "118", "999"], asking: "asks to call", rig, terminal)
        }
    }

    /// Field report 17.
    @Test func `without a SIM, of the standard's list`() async throws {
        let all = ["112", "911", "000", "08", "110", "118", "119", "999"]
        try await Self.run(#""sim": "absent""#, lacking: "no SIM") { rig, terminal in
            try await Self.expect(all, asking: "EMERGENCY call to", rig, terminal)
            let other = try await rig.startDialer("dial", "117").end()
            #expect(other.status == 1 && other.errors.last?.contains("SIM") == true, "\(other.errors)")
            let tail = try rig.modems.simulator.tail()
            _ = try await rig.dial("110")
            try await tail.next("the dialing") { $0.contains(#""text":"ATD110;""#) }
        }
    }

    /// Field report 9, 17: the country's own, by the network and not by the SIM.
    @Test func `of the country that the network is in`() async throws {
        try await Self.run(#""operatorCode": "43211", "imsi": "262010000000001""#) { rig, terminal in
            try await Self.expect(["110", "115", "125"], asking: "EMERGENCY call to", rig, terminal)
            try await Self.expect(["999"], asking: "asks to call", rig, terminal)
        }
    }
}

/// Field report 13: https://github.com/Neamar/KISS/issues/584
@Suite(.serialized, .needsDialtone, .needsTerminal)
struct `The language of the screen` {
    @Test func `is no country: it makes no emergency number, and no number another`() async throws {
        let folder = try ScratchFolder()
        let world = try folder.write(Scenario.world(modem: #""operatorCode": "00101""#), to: "world.json")
        try await DialtoneRig.run(on: .simulated(world), startsDaemon: false) { rig in
            try rig.install(.articleDialer)
            try await rig.startDaemon(under: ["/usr/bin/env", "LANG=de_DE.UTF-8", "LC_ALL=de_DE.UTF-8"])
            try await rig.waitForLine()
            try await AgentTerminal.run(rig) { terminal in
                let app = try rig.startDialer("dial", "110")
                try await terminal.question("asks to call 110.")
                app.kill()
                try await terminal.isNoLongerAsked()
            }
            let id = try await rig.dial("0660 555010")
            #expect(try await rig.calls().flatMap(\.handles).map(\.value) == ["0660 555010"])
            try await rig.ask("hangup", id.uuidString)
            try await rig.waitForNoConversations()
            #expect(try await rig.row(id).handles.map(\.value) == ["0660 555010"])
        }
    }
}
