// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

@Suite(.serialized)
struct `How a call ended` {
    /// Dials and waits, lets the network act, and gives the exit status and the row.
    private static func ending(
        of number: String = "+15550112", _ acts: [[String]]
    ) async throws -> (status: Int32, row: PrintedRow) {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            let dialing = try rig.start([BuiltProgram.path("dialtone"), "dial", "--wait", number])
            try await dialing.output.next("the call") { $0 == "dialing" }
            for act in acts {
                try await rig.start([BuiltProgram.path("dialtone")] + act).end()
                if act.last == "answer" { try await dialing.output.next("the answer") { $0 == "active" } }
            }
            let status = try await dialing.end().status
            let rows = try await rig.rows()
            return (status, try #require(rows.first))
        }
    }

    @Test func `is told by the exit status and the row`() async throws {
        let busy = try await Self.ending([["simulate", "busy"]])
        #expect(busy.status == 3 && busy.row.outcome == "busy" && busy.row.cause == "busy")
        let givenUp = try await Self.ending([["hangup"]])
        #expect(givenUp.status == 6 && givenUp.row.outcome == "cancelled" && givenUp.row.cause == "localHangUp")
        let connected = try await Self.ending([["simulate", "answer"], ["simulate", "hangup"]])
        #expect(connected.status == 0 && connected.row.outcome == "connected" && connected.row.cause == "remoteHangUp")
        let lost = try await Self.ending([["simulate", "answer"], ["simulate", "unplug", "sim0"]])
        #expect(lost.status == 5 && lost.row.outcome == "connected" && lost.row.cause == "lost")
        let pulled = try await Self.ending([["simulate", "unplug", "sim0"]])
        #expect(pulled.status == 4 && pulled.row.outcome == "failed" && pulled.row.cause == "lost")
    }

    @Test func `is lost sight of when the daemon is killed`() async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            let dialing = try rig.start([BuiltProgram.path("dialtone"), "dial", "--wait", "+15550112"])
            try await dialing.output.next("the call") { $0 == "dialing" }
            try rig.daemon.kill()
            #expect(try await dialing.end().status == 5)
        }
    }
}
