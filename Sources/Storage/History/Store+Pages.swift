// SPDX-License-Identifier: Apache-2.0
package import Telephony

// Not isolated to the store: whoever reads does not wait for what is being written.
extension Store {
    /// See `HistoryStore`; rows that wait are written first, and a cancelled task's read ends.
    package nonisolated func rows(matching query: HistoryQuery) async throws(TelephonyError) -> HistoryPage {
        let plan = try QueryPlan(query)
        // Makes the file, and finds out whether it is one that may be read at all.
        if await !reader.isCurrent() { try await open() }
        if notes.hasWaitingRows { try? await writeWaiting() }
        let page = try await reader.rows(plan)
        if page.next != nil { needsHousekeeping() }
        return page
    }

    package nonisolated func nextPage(_ cursor: HistoryCursor) async throws(TelephonyError) -> HistoryPage {
        try await reader.nextPage(cursor)
    }

    package nonisolated func close(_ cursor: HistoryCursor) async { await reader.close(cursor) }
}
