// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

/// `dialtone dial 112` on a modem that can hardly do more (docs/emergency.md), through the real ModemManager.
@Suite(.serialized, .needsModemManager)
struct `With the real ModemManager, an emergency call` {
    static let number = "112"
    static let ordinary = "5550100"

    /// Runs a body on a network where nothing happens by itself, with what the modem is told.
    static func run(
        _ modem: String, lacking reason: String? = nil,
        _ body: (DialtoneRig, EventLog<String>) async throws -> Void
    ) async throws {
        let folder = try ScratchFolder()
        let world = try folder.write(Scenario.world(modem: modem), to: "world.json")
        try await DialtoneRig.run(on: .modemManager(.cinterion, world)) { rig in
            try rig.install(.articleDialer)
            if let reason { try await rig.waitForLine(lacking: reason) } else { try await rig.waitForLine() }
            try await body(rig, try rig.modems.simulator.tail())
        }
    }

    /// Field report 65: what is locked calls for help and nobody else.
    /// https://github.com/sailfishos/voicecall/commit/ea9d81eb444b82f177217f53215b4639b0227f98
    @Test(arguments: [
        (#""sim": "absent""#, "no SIM"), (#""sim": "pin""#, "SIM is locked"), (#""sim": "puk""#, "SIM is locked"),
    ])
    func `is all that goes out on a modem without a SIM that can be used`(
        _ modem: String, _ reason: String
    ) async throws {
        try await Self.run(modem, lacking: reason) { rig, tail in
            try await rig.expectFailure("dial", Self.ordinary, saying: reason)
            #expect(tail.events.allSatisfy { !$0.contains("ATD") })
            // ModemManager does not follow the calls of a modem that it has not enabled: what it is told is what counts.
            let id = try await rig.dial(Self.number)
            try await tail.next("the dialing") { $0.contains(#""ATD112;"#) }
            try await rig.ask("hangup", id.uuidString)
            try await tail.next("the end") { $0.contains("AT+CHUP") || $0.contains("ATH") }
            try await rig.waitForNoConversations()
            #expect(tail.events.count { $0.contains(#""ATD"#) } == 1)
            #expect(try await rig.row(id).handles.map(\.value) == [Self.number])
            #expect(try await rig.rows().count == 1)
        }
    }

    @Test func `switches a modem on that the person switched off, and nothing else does`() async throws {
        try await Self.run(#""sim": "ready""#) { rig, tail in
            try await rig.modems.setEnabled(false)
            try await rig.waitForLine(lacking: "switched off")
            try await rig.expectFailure("dial", Self.ordinary, saying: "switched off")
            try await rig.expectFailure("ussd", "*100#", saying: "switched off")
            #expect(tail.events.allSatisfy { !$0.contains("ATD") })
            #expect(try await rig.ask("status").contains("switched off"))
            let id = try await rig.dial(Self.number)
            try await tail.next("the dialing") { $0.contains(#""ATD112;"#) }
            // It stays on, for a call back.
            try await rig.waitForLine()
            try await rig.ask("hangup", id.uuidString)
        }
    }

    @Test func `frees the line of the call that is up`() async throws {
        try await Self.run(#""sim": "ready""#) { rig, tail in
            let first = try await rig.dial()
            try rig.tell(#"{"do":"answer"}"#)
            try await rig.waitForState("joined", of: first)
            let id = try await rig.dial(Self.number)
            try await tail.next("the end of the first") { $0.contains("AT+CHUP") || $0.contains("AT+CHLD=1") }
            try await tail.next("the dialing") { $0.contains(#""ATD112;"#) }
            try rig.tell(#"{"do":"answer"}"#)
            try await rig.waitForState("joined", of: id)
            #expect(try await rig.row(first).status == "connected")
            // The emergency call that is up is never ended for another call.
            try await rig.expectFailure("dial", "911", saying: "emergency call is up")
            #expect(try await rig.calls().map(\.uuid) == [id])
            try await rig.ask("hangup")
            try await rig.waitForNoConversations()
        }
    }

    @Test(.needsTerminal) func `of an app is asked about as one, and dialed after a yes without a SIM`() async throws {
        try await Self.run(#""sim": "absent""#, lacking: "no SIM") { rig, tail in
            try await AgentTerminal.run(rig) { terminal in
                let app = try rig.startDialer("dial", Self.number)
                let name = DialtoneRig.dialer.bundleIdentifier
                try await terminal.question("\(name) (\(name)) asks to make an EMERGENCY call to 112.")
                #expect(tail.events.allSatisfy { !$0.contains("ATD") })
                try await terminal.allow()
                let ending = try await app.end()
                #expect(ending.status == 0, "\(ending.errors)")
                try await tail.next("the dialing") { $0.contains(#""ATD112;"#) }
            }
        }
    }
}

/// The limits that keep an app from wearing the person down, and the one question that none of them stops.
@Suite(.serialized, .needsDialtone, .needsTerminal)
struct `The question of an emergency call` {
    static func run(_ body: (DialtoneRig, AgentTerminal) async throws -> Void) async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            try rig.install(.articleDialer)
            try await rig.waitForLine()
            try await AgentTerminal.run(rig) { try await body(rig, $0) }
        }
    }

    /// What the app says when it is not heard.
    static let unheard = "Too many requests"
    static let emergency = "asks to make an EMERGENCY call to 112"

    /// Asks for the emergency call, and expects that it is asked about and made.
    static func expectCall(_ rig: DialtoneRig, _ terminal: AgentTerminal) async throws {
        let app = try rig.startDialer("dial", "112")
        try await terminal.question(emergency)
        try await terminal.allow()
        let ending = try await app.end()
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(try await rig.calls().flatMap(\.handles).map(\.value) == ["112"])
    }

    @Test func `is asked also when the app has been declined so often that it is not heard`() async throws {
        try await Self.run { rig, terminal in
            for _ in 0..<3 {
                let app = try rig.startDialer("dial", "5550100")
                try await terminal.question("asks to call 5550100")
                try await terminal.decline()
                #expect(try await app.end().status == 1)
            }
            let unheard = try await rig.startDialer("dial", "5550100").end()
            #expect(unheard.errors.last?.contains(Self.unheard) == true, "\(unheard.errors)")
            try await Self.expectCall(rig, terminal)
            #expect(Set(terminal.questions).count == 2)
        }
    }

    @Test func `is asked ahead of the app's other question that is open, when further ones are refused`() async throws {
        try await Self.run { rig, terminal in
            let first = try rig.startDialer("dial", "5550100")
            try await terminal.question("asks to call 5550100")
            for _ in 0..<9 {
                let flood = try await rig.startDialer("dial", "5550101").end()
                #expect(flood.errors.last?.contains(Self.unheard) == true, "\(flood.errors)")
            }
            try await Self.expectCall(rig, terminal)
            try await terminal.question("asks to call 5550100")
            first.kill()
            try await terminal.isNoLongerAsked()
        }
    }
}
