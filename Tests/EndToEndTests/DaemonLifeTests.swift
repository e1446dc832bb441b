// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The daemon goes and comes while conversations are up.
@Suite(.serialized, .needsModemManager)
struct `When dialtoned ends` {
    static func run(_ body: (DialtoneRig) async throws -> Void) async throws {
        try await DialtoneRig.run(on: .modemManager(.cinterion, "manual")) { rig in
            try await rig.waitForLine()
            try await body(rig)
        }
    }

    /// A conversation that is connected, and whose row says so.
    static func connected(_ rig: DialtoneRig) async throws -> UUID {
        let id = try await rig.dial()
        for act in ["alert", "answer"] { try rig.tell(#"{"do":"\#(act)"}"#) }
        try await rig.waitForState("joined", of: id)
        // Each waits behind what is being written; what was queued meanwhile is written before the next.
        for _ in 0..<3 { try await rig.ask("status") }
        return id
    }

    @Test func `killed in mid-call, the next one takes up the call in the same row`() async throws {
        try await Self.run { rig in
            let id = try await Self.connected(rig)
            try rig.daemon.kill()
            try await rig.startDaemon()
            try await rig.waitForState("joined", of: id)
            #expect(try await rig.rows().count == 1)
            try await rig.ask("hangup", id.uuidString)
            try await rig.waitForNoConversations()
            let row = try await rig.row(id)
            #expect(row.status == "connected")
            #expect(row.duration > 0)
            #expect(try await rig.rows().count == 1)
        }
    }

    @Test func `killed in mid-call, the next one closes the row of a call that is no more`() async throws {
        try await Self.run { rig in
            let id = try await Self.connected(rig)
            try rig.daemon.kill()
            try rig.tell(#"{"do":"hangup"}"#)
            try await rig.modems.waitForEndOfCalls()
            try await rig.startDaemon()
            #expect(try await rig.row(id).status == "connected")
            try await rig.waitForLine()
            #expect(try await rig.calls().isEmpty)
            #expect(try await rig.rows().count == 1)
        }
    }

    @Test func `killed while it rings, the next one takes up the ringing and misses it`() async throws {
        try await Self.run { rig in
            try rig.tell(#"{"do":"incoming","from":"+15550100"}"#)
            let id = try await rig.waitForState("idle")
            try rig.daemon.kill()
            try await rig.startDaemon()
            try await rig.waitForState("idle", of: id)
            try rig.tell(#"{"do":"hangup"}"#)
            try await rig.waitForNoConversations()
            let row = try await rig.row(id)
            #expect(row.status == "missed")
            #expect(!row.isRead)
            #expect(try await rig.rows().count == 1)
        }
    }

    @Test func `killed while nothing happens, it has lost nothing`() async throws {
        try await Self.run { rig in
            let id = try await Self.connected(rig)
            try rig.tell(#"{"do":"hangup"}"#)
            try await rig.waitForNoConversations()
            let services = try await rig.services().map(\.id)
            try rig.daemon.kill()
            try await rig.startDaemon()
            #expect(try await rig.row(id).status == "connected")
            try await rig.waitForLine()
            #expect(try await rig.services().map(\.id) == services)
        }
    }

    @Test func `by SIGTERM in mid-call, the call goes on in the same row`() async throws {
        try await Self.run { rig in
            let id = try await Self.connected(rig)
            let daemon = try rig.daemon
            daemon.signal(SIGTERM)
            #expect(try await daemon.end().status == 0)
            try await rig.startDaemon()
            try await rig.waitForState("joined", of: id)
            try await rig.ask("hangup")
            try await rig.waitForNoConversations()
            #expect(try await rig.row(id).status == "connected")
            #expect(try await rig.rows().count == 1)
        }
    }

    @Test(arguments: [SIGTERM, SIGKILL])
    func `in a code's session, the next code is run`(_ signal: Int32) async throws {
        try await Self.run { rig in
            let asker = rig.client()
            #expect(try await asker.runCode("*101#").session != nil)
            let daemon = try rig.daemon
            daemon.signal(signal)
            _ = try await daemon.end()
            await asker.close()
            try await rig.startDaemon()
            try await rig.waitForLine()
            #expect(try await rig.ask("ussd", "*100#").contains("Balance: 5.00"))
        }
    }
}
