// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

/// From `dialtone dial` to the modem and back to the history.
@Suite(.serialized, .needsModemManager, .stage(.cinterion))
struct `With the real ModemManager, a call from the command line` {
    /// Dials, and returns the identifier once the modem has been told to.
    static func dial(_ number: String = "+15550100") async throws -> (Stage, UUID) {
        let stage = try Stage.current
        let id = try await stage.rig.dial(number)
        try await stage.tail.next("the dialing") { $0.contains(#""ATD+15550100;"#) }
        try await stage.monitor.next("joining", of: id)
        return (stage, id)
    }

    static func connect() async throws -> (Stage, UUID) {
        let (stage, id) = try await dial()
        for act in ["alert", "answer"] { try stage.rig.tell(#"{"do":"\#(act)"}"#) }
        try await stage.monitor.next("joined", of: id)
        return (stage, id)
    }

    static func expect(
        _ row: PrintedRow, _ status: String, direction: String = "outgoing", isRead: Bool = true,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(row.status == status, sourceLocation: sourceLocation)
        #expect(row.direction == direction, sourceLocation: sourceLocation)
        #expect(row.isRead == isRead, sourceLocation: sourceLocation)
        #expect((row.duration > 0) == (status == "connected"), "\(row.duration) s", sourceLocation: sourceLocation)
        #expect(row.handles.map(\.value) == ["+15550100"], sourceLocation: sourceLocation)
    }

    @Test func `is answered and hung up here`() async throws {
        let (stage, id) = try await Self.connect()
        try await stage.rig.ask("hangup", id.uuidString)
        let left = try await stage.monitor.next("left", of: id)
        #expect(left.connectedAt != nil)
        Self.expect(try await stage.rig.row(id), "connected")
    }

    @Test func `is answered and hung up by the other side`() async throws {
        let (stage, id) = try await Self.connect()
        try stage.rig.tell(#"{"do":"hangup"}"#)
        try await stage.monitor.next("left", of: id)
        Self.expect(try await stage.rig.row(id), "connected")
    }

    @Test(arguments: [["busy"], ["alert", "no-answer"], ["alert", "reject"]])
    func `is not answered`(_ acts: [String]) async throws {
        let (stage, id) = try await Self.dial()
        for act in acts { try stage.rig.tell(#"{"do":"\#(act)"}"#) }
        let left = try await stage.monitor.next("left", of: id)
        #expect(left.connectedAt == nil)
        Self.expect(try await stage.rig.row(id), "cancelled")
    }

    @Test func `is given up while it rings there`() async throws {
        let (stage, id) = try await Self.dial()
        try stage.rig.tell(#"{"do":"alert"}"#)
        try await stage.rig.ask("hangup")
        try await stage.monitor.next("left", of: id)
        Self.expect(try await stage.rig.row(id), "cancelled")
    }

    @Test(arguments: ["+1 (555) 01-00", "+1.555\u{A0}0100", "+1555010\u{0660}"])
    func `dials exactly the digits, without what only separates them, and in ASCII`(_ number: String) async throws {
        let (stage, id) = try await Self.dial(number)
        try await stage.rig.ask("hangup")
        try await stage.monitor.next("left", of: id)
        let dialed = stage.tail.events.last { $0.contains("ATD") }
        #expect(dialed?.contains(#""text":"ATD+15550100;""#) == true, "\(dialed ?? "")")
    }

    @Test(arguments: ["", "555O100", "*#06#", "+1555010x", String(repeating: "5", count: 81)])
    func `dials nothing when it is no number`(_ number: String) async throws {
        let stage = try Stage.current
        let before = stage.tail.events.count { $0.contains("ATD") }
        let ending = try await stage.rig.dialtone("dial", number)
        #expect(ending.status == 4)
        #expect(ending.complaints.count == 1)
        #expect(stage.tail.events.count { $0.contains("ATD") } == before)
        #expect(try await stage.rig.calls().isEmpty)
    }
}
