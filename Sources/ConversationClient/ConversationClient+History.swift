// SPDX-License-Identifier: Apache-2.0
import DBus

/// A part of a result from the history.
package struct HistoryEntryPage: Hashable, Sendable {
    /// The rows, newest first.
    package var rows: [HistoryEntry]
    /// What the next page is asked for with; nil when this was the last.
    package var next: UInt32?
}

extension ConversationClient {
    /// The first page of the newest rows that pass a test. A result not read to its end must be closed.
    package func history(matching expression: HistoryExpression? = nil, limit: Int? = nil) async throws
        -> HistoryEntryPage
    {
        let text = try expression?.text() ?? ""
        let (cursor, rows) = try await call(
            ContractNames.history, "Query", text, UInt32(clamping: limit ?? 0), Self.noOptions, deadline: .seconds(30),
            returning: UInt32.self, [HistoryEntry].self)
        return HistoryEntryPage(rows: rows, next: cursor == 0 ? nil : cursor)
    }

    /// The page that follows, out of the same snapshot.
    package func nextHistoryPage(_ cursor: UInt32) async throws -> HistoryEntryPage {
        let (next, rows) = try await call(
            ContractNames.history, "Next", cursor, deadline: .seconds(30), returning: UInt32.self, [HistoryEntry].self)
        return HistoryEntryPage(rows: rows, next: next == 0 ? nil : next)
    }

    /// Gives up the rest of a result.
    package func closeHistory(_ cursor: UInt32) async throws { try await call(ContractNames.history, "Close", cursor) }

    /// Without waiting, as a cancelled task cannot.
    private func giveUpHistory(_ cursor: UInt32) {
        link?.bus.assumeIsolated { try? $0.tell(method(ContractNames.history, "Close"), cursor) }
    }

    /// Every row that passes a test, newest first, from one snapshot.
    package func allHistory(matching expression: HistoryExpression? = nil, limit: Int? = nil) async throws
        -> [HistoryEntry]
    {
        var page = try await history(matching: expression, limit: limit)
        var rows = page.rows
        while let cursor = page.next {
            do { page = try await nextHistoryPage(cursor) } catch {
                giveUpHistory(cursor)
                throw error
            }
            rows += page.rows
        }
        return rows
    }

    /// Marks rows as read and returns how many changed; any number, sent in messages of a bounded size.
    @discardableResult
    package func markRead(_ rows: [String]) async throws -> Int { try await change(rows, "MarkRead") }

    /// Deletes rows and returns how many there were; any number, sent in messages of a bounded size.
    package func deleteHistory(_ rows: [String]) async throws -> Int { try await change(rows, "Delete") }

    private func change(_ rows: [String], _ method: String) async throws -> Int {
        var changed = 0
        for start in stride(from: 0, to: rows.count, by: maximumRowsAtOnce) {
            let batch = Array(rows[start..<min(start + maximumRowsAtOnce, rows.count)])
            let count: UInt32 = try await call(ContractNames.history, method, batch, returning: UInt32.self)
            changed += Int(count)
        }
        return changed
    }
}
