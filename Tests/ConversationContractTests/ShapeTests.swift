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
        #expect(ServiceInfo.signature == "(ss)")
        #expect(ConversationInfo.signature == "(ssssa(uss)ssddssa{sv})")
        #expect(HistoryEntry.signature == "(sa(uss)ddssbsa{sv})")
        #expect(AppInfo.signature == "(ssasas)")
        #expect(RoleInfo.signature == "(ssd)")
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

    @Test func `of a conversation knows whether it was connected`() {
        let info = ConversationInfo(
            id: "", state: "left", phase: "ended", direction: "outgoing", handles: [], service: "", app: "", started: 1,
            connected: .nan, outcome: "busy")
        #expect(info.connectedAt == nil && info.hasLeft)
    }
}
