// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import DBus
import FoundationEssentials
import Telephony
import TestSupport
import Testing

@Suite("A shape of the contract")
struct ShapeTests {
    @Test func `has the signature that the documents say`() {
        #expect(Handle.signature == "(uss)")
        #expect(ServiceInfo.signature == "(ssa{sv})")
        #expect(ConversationInfo.signature == "(ssssa(uss)ssddssa{sv})")
        #expect(HistoryEntry.signature == "(sa(uss)ddssbsa{sv})")
        #expect(AppInfo.signature == "(ssasasa{sv})")
        #expect(RoleInfo.signature == "(ssda{sv})")
        #expect(AuditInfo.signature == "(dsssssa{sv})")
        #expect(PromptInfo.signature == "(ssssssssa(ssa{sv})a{sv})")
        #expect(StatusInfo.Backend.signature == "(ssa{sv})" && StatusInfo.Line.signature == "(sssa{sv})")
    }

    @Test func `comes back from a message as it went, and an unknown kind of handle is carried`() async throws {
        let entry = HistoryEntry(
            id: UUID().uuidString, handles: [Handle(type: .emailAddress, value: "a@example.com", displayName: "A")],
            date: 0.1 + 0.2,
            duration: 1.5, outcome: "fromTheFuture", direction: "incoming", isRead: true, service: "",
            details: ["cause": "lost", "fromTheFuture": .bool(true)])
        let echo = Interface(
            "org.example.Echo",
            methods: [
                Method("Entry") { (_: CallContext, entry: HistoryEntry) async throws -> HistoryEntry in entry },
                Method("Kind") { (_: CallContext) async throws -> Odd in Odd() },
            ])
        try await PeerPair.run(exporting: { try $0.export(echo, at: "/echo") }) { pair in
            let method = { MethodAddress(path: "/echo", interface: "org.example.Echo", member: $0) }
            let back = try await pair.client.call(
                method("Entry"), entry, deadline: .seconds(5), returning: HistoryEntry.self)
            #expect(back == entry && back.cause == EndCause(.lost))
            let kind = try await pair.client.call(method("Kind"), deadline: .seconds(5), returning: Handle.self)
            #expect(kind.type == .generic && kind.value == "v")
        }
    }

    /// A handle of a kind that we do not know.
    private struct Odd: DBusStruct {
        static let layout = StructLayout({ (_: UInt32, _: String, _: String) in Odd() }) { _ in (UInt32(99), "v", "n") }
    }

    @Test func `of a prompt is understood only when all of it that counts is known`() {
        var prompt = PromptInfo(id: "", act: "call", details: ["fromTheFuture": .bool(true)])
        #expect(prompt.isUnderstood)
        prompt.details["require"] = .strings(["fromTheFuture"])
        #expect(!prompt.isUnderstood)
        #expect(PromptInfo(id: "", act: "emergencyCall", details: prompt.details).isUnderstood)
        prompt.details["require"] = .bool(true)
        #expect(!prompt.isUnderstood)
        #expect(!PromptInfo(id: "", act: "fromTheFuture").isUnderstood)
    }

    @Test func `with a value of another type says so in its place`() throws {
        var entry = HistoryEntry(
            id: "", handles: [], date: 0, duration: 0, outcome: "busy", direction: "outgoing", isRead: true,
            service: "",
            details: ["cause": .bool(true)])
        #expect(entry.cause?.kind == .unknown && entry.cause?.message.contains("cause") == true)
        entry.details = ["cause": "lost", "reason": .uint32(1)]
        #expect(entry.cause?.message.contains("reason") == true)
        #expect(throws: DBusError.self) {
            try StatusInfo(facts: ["conversations": "three"], backends: [], lines: [])
        }
        let facts: [String: Variant] = ["version": "9", "fromTheFuture": .bool(true)]
        #expect(try StatusInfo(facts: facts, backends: [], lines: []).version == "9")
    }

    @Test func `of a conversation knows whether it was connected`() {
        let info = ConversationInfo(
            id: "", state: "left", phase: "ended", direction: "outgoing", handles: [], service: "", app: "", started: 1,
            connected: .nan, outcome: "busy")
        #expect(info.connectedAt == nil && info.hasLeft)
    }
}
