// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The daemon goes and comes before the modem has answered ATD.
@Suite(.serialized, .needsModemManager)
struct `When dialtoned ends while a modem dials` {
    typealias Life = `When dialtoned ends`

    /// Ends the daemon by a signal while the modem has not answered, and starts the next one.
    private static func run(_ signal: Int32, _ body: (DialtoneRig, UUID) async throws -> Void) async throws {
        try await Life.run { rig in
            let tail = try rig.modems.simulator.tail()
            try rig.tell(#"{"do":"latency","seconds":80,"command":"D"}"#)
            let dialing = try rig.start([BuiltProgram.path("dialtone"), "dial", "+15550100"])
            try await tail.next("the dialing") { $0.contains(#""ATD+15550100;"#) }
            let id = try await rig.waitForState("joining")
            // Each waits behind what is being written.
            for _ in 0..<3 { try await rig.ask("status") }
            let daemon = try rig.daemon
            daemon.signal(signal)
            _ = try await daemon.end()
            #expect(try await dialing.end().status != 0)
            try await rig.startDaemon()
            try await rig.waitForState("joining", of: id)
            try await body(rig, id)
            try await rig.waitForNoConversations()
            #expect(try await rig.rows().map(\.id) == [id])
        }
    }

    @Test(arguments: [SIGTERM, SIGKILL]) func `the next one goes on with the call`(_ signal: Int32) async throws {
        try await Self.run(signal) { rig, id in
            try rig.tell(#"{"do":"latency","seconds":0}"#)
            try await rig.modems.waitForDialing()
            for act in ["alert", "answer"] { try rig.tell(#"{"do":"\#(act)"}"#) }
            try await rig.waitForState("joined", of: id)
            try await rig.ask("hangup", id.uuidString)
            try await rig.waitForNoConversations()
            #expect(try await rig.row(id).status == "connected")
        }
    }

    @Test func `the next one ends the call as soon as there is one`() async throws {
        try await Self.run(SIGKILL) { rig, id in
            try await rig.ask("hangup", id.uuidString)
            try rig.tell(#"{"do":"latency","seconds":0}"#)
            try await rig.modems.waitForNoCalls()
            try await rig.waitForNoConversations()
            #expect(try await rig.row(id).status == "cancelled")
            #expect(try rig.tell(#"{"do":"dump"}"#).contains("15550100") == false)
        }
    }
}
