// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import ConversationService
import DBus
import FoundationEssentials
import Telephony

extension ConversationEndpoint {
    /// org.dialtone.History1: recent conversations.
    nonisolated var historyInterface: Interface {
        Interface(
            ContractNames.history,
            methods: [
                Method("Query", arguments: ["expression", "limit", "options"], results: ["cursor", "rows", "details"]) {
                    [self] (call: CallContext, expression: String, limit: UInt32, _: Options<NoOptions>) async throws
                        -> (UInt32, [HistoryEntry], [String: Variant]) in
                    try await query(call, expression, limit: limit == 0 ? nil : Int(limit))
                },
                Method("Next", arguments: ["cursor"], results: ["next", "rows", "details"]) {
                    [self] (call: CallContext, cursor: UInt32) async throws -> (
                        UInt32, [HistoryEntry], [String: Variant]
                    ) in
                    try await next(call, cursor)
                },
                Method("Close", arguments: ["cursor"]) { [self] (call: CallContext, cursor: UInt32) async throws in
                    _ = try await caller(of: call)
                    try await close(cursor, call)
                },
                Method("MarkRead", arguments: ["rows"], results: ["changed"]) {
                    [self] (call: CallContext, rows: [String]) async throws -> UInt32 in
                    try await markRead(call, rows)
                },
                Method("Delete", arguments: ["rows"], results: ["deleted"]) {
                    [self] (call: CallContext, rows: [String]) async throws -> UInt32 in
                    try await delete(call, rows)
                },
                Method("Subscribe") { [self] (call: CallContext) async throws in
                    try await board.rights(of: caller(of: call)).listServices()
                    await subscribe(call, to: .history)
                },
            ],
            signals: [SignalDeclaration("Changed", arguments: ["details"], [String: Variant].self)])
    }
}
