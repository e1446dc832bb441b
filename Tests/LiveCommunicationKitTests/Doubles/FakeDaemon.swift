// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import DBus
import Foundation
import Synchronization
import Telephony
import TestSupport

/// A daemon on a private bus that has one service and a history of its own, and takes every call.
struct FakeDaemon {
    static let service = ServiceInfo(id: "6F9619FF-8B86-D011-B42D-00C04FC964FF", label: "Example Mobile")
    private let bus: Bus
    private let followers = Followers()

    /// The connections that follow something.
    private final class Followers: Sendable {
        private let names = Mutex<Set<String>>([])
        var all: [String] { Array(names.withLock { $0 }) }
        func add(_ call: CallContext) { names.withLock { if let sender = call.sender { $0.insert(sender) } } }
    }

    init(on server: PrivateBus, loop: EventLoop, rows: [ConversationRecord] = []) async throws {
        bus = try await server.connect(loop)
        let requests = Requests(bus: bus, base: ContractNames.path, interface: ContractNames.request)
        try await bus.export(Self.telephony(requests, followers), at: ContractNames.path)
        try await bus.export(Self.history(rows, followers), at: ContractNames.path)
        try await bus.requestName(ContractNames.bus)
    }

    func announceHistory() async throws {
        try await bus.emit(
            SignalAddress(path: ContractNames.path, interface: ContractNames.history, member: "Changed"),
            [String: Variant](), toEach: followers.all)
    }

    func announceServices(_ services: [ServiceInfo]) async throws {
        try await bus.emit(
            SignalAddress(path: ContractNames.path, interface: ContractNames.telephony, member: "ServicesChanged"),
            services, toEach: followers.all)
    }

    /// Goes, as a daemon that ends.
    func end() async { await bus.close() }

    private static func telephony(_ requests: Requests, _ followers: Followers) -> Interface {
        Interface(
            ContractNames.telephony,
            methods: [
                Method("ListServices") { (_: CallContext) -> [ServiceInfo] in [service] },
                Method("Subscribe") { (call: CallContext) in followers.add(call) },
                Method("StartConversation") {
                    (call: CallContext, token: String, handle: Telephony.Handle, options: [String: Variant])
                        -> ObjectPath in
                    try await requests.begin(for: call, token: token) {
                        guard handle.value != "refused" else { throw TelephonyError(.declined, "No.").onBus }
                        return Response(code: Response.succeeded, results: ["conversation": .string(UUID().uuidString)])
                    }
                },
            ])
    }

    private static func history(_ rows: [ConversationRecord], _ followers: Followers) -> Interface {
        let page: @Sendable (Int) -> (UInt32, [HistoryEntry], [String: Variant]) = { start in
            let end = min(start + HistoryPage.size, rows.count)
            return (end < rows.count ? UInt32(end) : 0, rows[start..<end].map(HistoryEntry.init), [:])
        }
        return Interface(
            ContractNames.history,
            methods: [
                Method("Query") {
                    (_: CallContext, _: String, _: UInt32, _: [String: Variant])
                        -> (UInt32, [HistoryEntry], [String: Variant]) in page(0)
                },
                Method("Next") { (_: CallContext, cursor: UInt32) -> (UInt32, [HistoryEntry], [String: Variant]) in
                    page(Int(cursor))
                },
                Method("Close") { (_: CallContext, _: UInt32) in },
                Method("MarkRead") { (_: CallContext, ids: [String]) -> UInt32 in UInt32(ids.count) },
                Method("Subscribe") { (call: CallContext) in followers.add(call) },
            ])
    }
}
