// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import ConversationService
import DBus
import FoundationEssentials
import Telephony

// Results that are read page by page, and rows that are changed.
extension ConversationEndpoint {
    /// Where the result goes on, its rows, and what later versions add.
    typealias Page = (UInt32, [HistoryEntry], [String: Variant])

    func query(_ call: CallContext, _ text: String, limit: Int?) async throws -> Page {
        _ = try await caller(of: call)
        let expression = try HistoryExpression.parse(text)
        let name = Self.name(of: call)
        return try await readingHistory(name) {
            await board.waitForRoles(for: try rights(of: name).caller)
            let rights = try rights(of: name)
            let start = try rights.history()
            let page = try await bus.whileConnected(Self.sender(name)) { [board] in
                try await board.history(matching: expression, limit: limit, for: rights.caller)
            }
            guard mayRead(name, from: start) else { throw await refused(page.next) }
            return await hand(page) { cursor in
                cursor.map { clients.open($0, after: start, of: name) } ?? (0, nil)
            }
        }
    }

    func next(_ call: CallContext, _ number: UInt32) async throws -> Page {
        _ = try await caller(of: call)
        let name = Self.name(of: call)
        return try await readingHistory(name) {
            let own = try own(number, name)
            let page = try await pageOfOwn(own, name)
            guard mayRead(name, from: own.start) else {
                _ = clients.closeResult(number, of: name)
                throw await refused(page.next)
            }
            return await hand(page) { clients.advance(number, to: $0, of: name) }
        }
    }

    /// - Parameter keep: notes where the page's result goes on, and says what is to be closed.
    private func hand(
        _ page: HistoryPage, _ keep: (HistoryCursor?) -> (UInt32, HistoryCursor?)
    ) async -> Page {
        let (number, surplus) = keep(page.next)
        if let surplus { await board.close(surplus) }
        return (number, page.rows.map(HistoryEntry.init), [:])
    }

    /// Who lost the role and has it again sees nothing of before, neither in what was open all the while; asked before
    /// the disk is, and again before its rows are handed out.
    private func mayRead(_ name: String, from start: Int64) -> Bool { (try? rights(of: name).history()) == start }

    private func pageOfOwn(_ own: Clients.OpenResult, _ name: String) async throws -> HistoryPage {
        let rights = try rights(of: name)
        guard try rights.history() == own.start else {
            throw await refused(clients.closeResult(own.number, of: name)?.cursor)
        }
        do {
            return try await bus.whileConnected(Self.sender(name)) { [board] in
                try await board.nextPage(own.cursor, for: rights.caller)
            }
        } catch {
            _ = clients.closeResult(own.number, of: name)
            throw error
        }
    }

    private func refused(_ cursor: HistoryCursor?) async -> TelephonyError {
        if let cursor { await board.close(cursor) }
        return TelephonyError(.invalidQuery, "the role has changed since this result was opened; ask again")
    }

    /// The result is the caller's; else it is as unknown as one that does not exist.
    private func own(_ number: UInt32, _ name: String) throws -> Clients.OpenResult {
        guard let own = clients.result(number, of: name) else { throw Self.resultIsClosed }
        return own
    }

    private static let resultIsClosed = TelephonyError(
        .invalidQuery, "this result is closed or was never open; ask again")

    func close(_ number: UInt32, _ call: CallContext) async throws {
        guard let closed = clients.closeResult(number, of: Self.name(of: call)) else { throw Self.resultIsClosed }
        await board.close(closed.cursor)
    }

    func markRead(_ call: CallContext, _ rows: [String]) async throws -> UInt32 {
        let caller = try await caller(of: call)
        return UInt32(try await board.markRead(Self.identifiers(rows), by: caller))
    }

    func delete(_ call: CallContext, _ rows: [String]) async throws -> UInt32 {
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
