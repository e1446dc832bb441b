// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

// What `org.dialtone.History1` asks for.
extension Switchboard {
    /// The first page of the rows that match, newest first, of those the caller may read. Throws `TelephonyError`.
    package func history(
        matching expression: HistoryExpression?, limit: Int?, for caller: Caller
    ) async throws -> HistoryPage {
        let after = try await roles.rightsOnceKnown(of: caller).history()
        return try await parts.history.rows(
            matching: HistoryQuery(expression: expression, afterSequence: after, limit: limit))
    }

    /// A later page; the right may have gone since the first. Throws `TelephonyError`.
    package func nextPage(_ cursor: HistoryCursor, for caller: Caller) async throws -> HistoryPage {
        do {
            _ = try roles.rights(of: caller).history()
        } catch {
            await parts.history.close(cursor)
            throw error
        }
        return try await parts.history.nextPage(cursor)
    }

    /// Gives up a result before its end.
    package func close(_ cursor: HistoryCursor) async { await parts.history.close(cursor) }

    /// Marks rows as read and returns how many changed. Throws `TelephonyError`.
    package func markRead(_ ids: [UUID], by caller: Caller) async throws -> Int {
        let after = try await roles.rightsOnceKnown(of: caller).history()
        let changed = try await parts.history.markRead(ids, afterSequence: after)
        if changed > 0 { commons.news.publish(.history) }
        return changed
    }

    /// Deletes rows for the person and returns how many there were; a conversation that is up keeps its row.
    /// Throws `TelephonyError`.
    package func deleteHistory(_ ids: [UUID], by caller: Caller) async throws -> Int {
        try roles.rights(of: caller).control()
        let deleted = try await parts.history.delete(ids)
        if deleted > 0 { commons.news.publish(.history) }
        return deleted
    }

    /// Whether a row is on its way to the disk.
    package var isWritingRows: Bool { recorder.isWriting }
}
