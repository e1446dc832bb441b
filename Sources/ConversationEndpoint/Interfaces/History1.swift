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
                Method("Query", arguments: ["expression", "limit"], results: ["cursor", "rows"]) {
                    [self] (call: CallContext, expression: String, limit: UInt32) async throws -> (
                        UInt32, [HistoryEntry]
                    ) in
                    try await query(call, expression, limit: limit == 0 ? nil : Int(limit))
                },
                Method("Next", arguments: ["cursor"], results: ["next", "rows"]) {
                    [self] (call: CallContext, cursor: UInt32) async throws -> (UInt32, [HistoryEntry]) in
                    try await next(call, HistoryCursor(rawValue: cursor))
                },
                Method("Close", arguments: ["cursor"]) { [self] (call: CallContext, cursor: UInt32) async throws in
                    _ = try await caller(of: call)
                    try await close(HistoryCursor(rawValue: cursor), call)
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
            signals: [SignalDeclaration("Changed")])
    }

    private func query(_ call: CallContext, _ text: String, limit: Int?) async throws -> (UInt32, [HistoryEntry]) {
        let caller = try await caller(of: call)
        let expression = try HistoryExpression.parse(text)
        return try await readingHistory(call) {
            let start = try await board.rights(of: caller).history()
            let page = try await board.history(matching: expression, limit: limit, for: caller)
            return try await hand(page, after: start, call)
        }
    }

    private func next(_ call: CallContext, _ cursor: HistoryCursor) async throws -> (UInt32, [HistoryEntry]) {
        let caller = try await caller(of: call)
        return try await readingHistory(call) {
            let own = try requireOwn(cursor, call)
            // Who lost the role and has it again sees nothing of before, neither in what was open all the while.
            guard try await board.rights(of: caller).history() == own.start else {
                try await close(cursor, call)
                throw TelephonyError(.invalidQuery, "the role has changed since this result was opened; ask again")
            }
            let page = try await board.nextPage(cursor, for: caller)
            if page.next != cursor { forget(cursor, of: call) }
            return try await hand(page, after: own.start, call)
        }
    }

    private func hand(
        _ page: HistoryPage, after start: Int64, _ call: CallContext
    ) async throws -> (UInt32, [HistoryEntry]) {
        if let next = page.next, (try? requireOwn(next, call)) == nil {
            await remember(next, after: start, for: call)
        }
        return (page.next?.rawValue ?? 0, page.rows.map(HistoryEntry.init))
    }

    private func close(_ cursor: HistoryCursor, _ call: CallContext) async throws {
        try requireOwn(cursor, call)
        forget(cursor, of: call)
        await board.close(cursor)
    }

    private func markRead(_ call: CallContext, _ rows: [String]) async throws -> UInt32 {
        let caller = try await caller(of: call)
        return UInt32(try await board.markRead(Self.identifiers(rows), by: caller))
    }

    private func delete(_ call: CallContext, _ rows: [String]) async throws -> UInt32 {
        let caller = try await caller(of: call)
        return UInt32(try await board.deleteHistory(Self.identifiers(rows), by: caller))
    }

    private static func identifiers(_ rows: [String]) throws(TelephonyError) -> [UUID] {
        guard rows.count <= maximumRowsAtOnce else {
            throw TelephonyError(
                .tooMany, "at most \(maximumRowsAtOnce) rows are changed at once; send the rest after")
        }
        return rows.compactMap(UUID.init(uuidString:))
    }
}
