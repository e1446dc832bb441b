// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

/// From a ringing modem to the history.
@Suite(.serialized, .needsModemManager, .stage(.cinterion))
struct `With the real ModemManager, a caller` {
    typealias Outgoing = `With the real ModemManager, a call from the command line`

    static func ring() async throws -> (Stage, UUID) {
        let stage = try Stage.current
        try stage.rig.tell(#"{"do":"incoming","from":"+15550100"}"#)
        let id = try await stage.monitor.next("idle").uuid
        return (stage, id)
    }

    @Test func `is answered`() async throws {
        let (stage, id) = try await Self.ring()
        try await stage.rig.ask("answer", id.uuidString)
        try await stage.monitor.next("joined", of: id)
        try await stage.rig.ask("hangup", id.uuidString)
        try await stage.monitor.next("left", of: id)
        Outgoing.expect(try await stage.rig.row(id), "connected", direction: "incoming")
    }

    @Test func `is rejected`() async throws {
        let (stage, id) = try await Self.ring()
        try await stage.rig.ask("hangup")
        try await stage.monitor.next("left", of: id)
        Outgoing.expect(try await stage.rig.row(id), "cancelled", direction: "incoming")
    }

    @Test func `gives up and is missed, which is unread`() async throws {
        let (stage, id) = try await Self.ring()
        try stage.rig.tell(#"{"do":"hangup"}"#)
        try await stage.monitor.next("left", of: id)
        Outgoing.expect(try await stage.rig.row(id), "missed", direction: "incoming", isRead: false)
        let unread = try [PrintedRow](printed: try await stage.rig.ask("history", "--unread", "--json"))
        #expect(unread.contains { $0.id == id })
    }
}

/// The same on a modem that ModemManager has to ask for its calls every 2 s.
@Suite(.serialized, .needsModemManager, .stage(.generic))
struct `With the real ModemManager on a plain modem, a call` {
    @Test func `is answered and hung up here`() async throws {
        try await `With the real ModemManager, a call from the command line`().`is answered and hung up here`()
    }

    @Test func `gives up and is missed`() async throws {
        try await `With the real ModemManager, a caller`().`gives up and is missed, which is unread`()
    }
}
