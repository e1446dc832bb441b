// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The modem layer fails under the daemon, and comes back.
@Suite(.serialized, .needsModemManager)
struct `When ModemManager or its modem fails, dialtoned` {
    typealias Life = `When dialtoned ends`

    @Test func `says that there is none, and serves once there is one`() async throws {
        try await DialtoneRig.run(on: .modemManagerLater("manual")) { rig in
            try await rig.expectFailure("dial", "+15550103", saying: "ModemManager")
            #expect(try await rig.ask("status").contains("ModemManager"))
            #expect(try await rig.services().isEmpty)
            try await rig.modems.startModemManager()
            try await rig.modems.plugIn()
            try await rig.waitForLine()
            #expect(try await rig.services().count == 1)
            _ = try await Life.connected(rig)
        }
    }

    @Test func `says that there is no system bus`() async throws {
        try await DialtoneRig.run(on: .none) { rig in
            try await rig.expectFailure("dial", "+15550100", saying: "system bus")
            try await rig.ask("history")
        }
    }

    @Test func `ends the conversation when it is killed, and calls again when it is back`() async throws {
        try await Life.run { rig in
            let services = try await rig.services().map(\.id)
            let id = try await Life.connected(rig)
            try rig.modems.killModemManager()
            try await rig.waitForNoConversations()
            let row = try await rig.row(id)
            #expect(row.status == "connected")
            try await rig.expectFailure("dial", "+15550100", saying: "ModemManager")
            try rig.tell(#"{"do":"hangup"}"#)
            try await rig.modems.startModemManager()
            try await rig.modems.plugIn()
            try await rig.waitForLine()
            #expect(try await rig.services().map(\.id) == services)
            _ = try await Life.connected(rig)
            try await rig.ask("hangup")
            try await rig.waitForNoConversations()
            #expect(try await rig.rows().count == 2)
        }
    }

    @Test func `fails the dialing in which it is killed, and remembers that`() async throws {
        try await Life.run { rig in
            try rig.tell(#"{"do":"mute","command":"D","times":1}"#)
            let tail = try rig.modems.simulator.tail()
            let dialing = try rig.start([BuiltProgram.path("dialtone"), "dial", "+15550100"])
            try await tail.next("the dialing") { $0.contains("ATD") }
            try rig.modems.killModemManager()
            let ending = try await dialing.end()
            #expect(ending.status == 4)
            #expect(ending.complaints.count == 1)
            try await rig.waitForNoConversations()
            #expect(try await rig.rows().map(\.status) == ["unknown"])
        }
    }

    @Test func `does not notice when it is killed and back between calls`() async throws {
        try await Life.run { rig in
            try rig.modems.killModemManager()
            try await rig.modems.startModemManager()
            try await rig.modems.plugIn()
            try await rig.waitForLine()
            _ = try await Life.connected(rig)
            try await rig.ask("hangup")
            try await rig.waitForNoConversations()
        }
    }

    @Test func `answers everybody else while it hangs, and goes on when it does`() async throws {
        try await Life.run { rig in
            try rig.modems.signalModemManager(SIGSTOP)
            let dialing = try rig.start([BuiltProgram.path("dialtone"), "dial", "+15550100"])
            _ = try await rig.waitForState("joining")
            for words in ["status", "services", "history", "calls"] {
                #expect(try await rig.dialtone(words, within: .seconds(2)).status == 0)
            }
            try rig.modems.signalModemManager(SIGCONT)
            #expect(try await dialing.end().status == 0)
            try rig.tell(#"{"do":"busy"}"#)
            try await rig.waitForNoConversations()
            #expect(try await rig.rows().map(\.status) == ["cancelled"])
        }
    }

    @Test func `ends the conversation when the modem is pulled out, and knows it again`() async throws {
        try await Life.run { rig in
            let services = try await rig.services().map(\.id)
            let id = try await Life.connected(rig)
            try await rig.modems.inhibit(true)
            try await rig.waitForNoConversations()
            #expect(try await rig.row(id).status == "connected")
            try await rig.expectFailure("dial", "+15550100", saying: "no modem")
            try await rig.modems.inhibit(false)
            try await rig.waitForLine()
            #expect(try await rig.services().map(\.id) == services)
            let next = try await Life.connected(rig)
            try await rig.ask("hangup")
            try await rig.waitForNoConversations()
            #expect(try await rig.row(next).status == "connected")
        }
    }

    @Test(arguments: [
        ("no-sim", "no SIM"), ("pin-locked", "SIM is locked"), ("no-coverage", "not registered"),
    ])
    func `says what the line lacks`(_ scenario: String, _ reason: String) async throws {
        try await DialtoneRig.run(on: .modemManager(.cinterion, scenario)) { rig in
            try await rig.waitForLine(lacking: reason)
            try await rig.expectFailure("dial", "+15550100", saying: reason)
            #expect(try await rig.rows().isEmpty)
            #expect(try await rig.ask("status").contains(reason))
        }
    }

    @Test func `says which service is not there`() async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            try await rig.expectFailure("dial", "+15550100", "--service", "0000", saying: "no service")
        }
    }
}
