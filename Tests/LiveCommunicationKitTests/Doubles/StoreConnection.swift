// SPDX-License-Identifier: Apache-2.0
import Foundation
import Telephony

@testable import LiveCommunicationKit

/// A connection straight to a history, without bus and daemon; queries travel as JSON, as they do there.
struct StoreConnection: TelephonyConnection {
    let store: any HistoryStore

    func open(_ report: @escaping @Sendable (TelephonyReport) -> Void) { report(.services([])) }

    func start(_ request: StartRequest) async throws {
        throw TelephonyError(.serviceUnavailable, "There is no network here.")
    }

    func history(matching query: HistoryQuery) async throws -> HistoryPage {
        var query = query
        query.expression = try query.expression.map {
            try JSONDecoder().decode(HistoryExpression.self, from: JSONEncoder().encode($0))
        }
        return try await store.rows(matching: query)
    }

    func historyPage(after cursor: HistoryCursor) async throws -> HistoryPage { try await store.nextPage(cursor) }
    func closeHistory(_ cursor: HistoryCursor) async { await store.close(cursor) }
    func markRead(_ ids: [UUID]) async throws { _ = try await store.markRead(ids, afterSequence: 0) }
}
