// SPDX-License-Identifier: Apache-2.0
package import Telephony

extension Store {
    /// See `HistoryStore`; a result that may be longer than a page gets a snapshot of its own.
    package func rows(matching query: HistoryQuery) throws(TelephonyError) -> HistoryPage {
        let plan = try QueryPlan(query)
        try? writeWaiting()
        let database = try database()
        guard plan.limit > HistoryPage.size else { return try onlyPage(plan, in: database) }
        let reader = try Database(path: path, access: .reading)
        try reader.execute("BEGIN")
        let selection = try Selection(plan, in: reader)
        let rows = try selection.page()
        guard !selection.isFinished else { return HistoryPage(rows: rows, next: nil) }
        needsHousekeeping()
        return HistoryPage(rows: rows, next: snapshots.add(selection, now: timekeeper.uptime))
    }

    package func nextPage(_ cursor: HistoryCursor) throws(TelephonyError) -> HistoryPage {
        guard let selection = snapshots.use(cursor, now: timekeeper.uptime) else {
            throw TelephonyError(.invalidQuery, "This result is no longer kept; ask again from its beginning.")
        }
        do throws(TelephonyError) {
            let rows = try selection.page()
            if selection.isFinished { snapshots.remove(cursor) }
            return HistoryPage(rows: rows, next: selection.isFinished ? nil : cursor)
        } catch {
            snapshots.remove(cursor)
            throw error
        }
    }

    package func close(_ cursor: HistoryCursor) { snapshots.remove(cursor) }

    private func onlyPage(_ plan: QueryPlan, in database: Database) throws(TelephonyError) -> HistoryPage {
        let selection = try Selection(plan, in: database)
        defer { selection.end() }
        return HistoryPage(rows: try selection.page(), next: nil)
    }
}
