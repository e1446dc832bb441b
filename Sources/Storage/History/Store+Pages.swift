// SPDX-License-Identifier: Apache-2.0
package import Telephony

// Not isolated to the store: whoever reads does not wait for what is being written.
extension Store {
    /// See `HistoryStore`; rows that wait are written first, and a cancelled task's read ends.
    ///
    /// - Throws: also `databaseUnreadable` when the disk does not answer, `invalidQuery` when there is too much to look at,
    ///   and `tooMany`.
    package nonisolated func rows(matching query: HistoryQuery) async throws(TelephonyError) -> HistoryPage {
        let plan = try QueryPlan(query)
        let page = try await patiently { [self] read in begin(plan, for: read) }
        if page.next != nil { needsHousekeeping() }
        return page
    }

    package nonisolated func nextPage(_ cursor: HistoryCursor) async throws(TelephonyError) -> HistoryPage {
        try await patiently { [self] read in
            step(of: reader, on: reader.thread) { $0.goOn(at: cursor, for: read) }
        }
    }

    /// Returns at once.
    package nonisolated func close(_ cursor: HistoryCursor) async {
        step(of: reader, on: reader.thread) { $0.close(cursor) }
    }

    private nonisolated func begin(_ plan: QueryPlan, for read: PendingRead) {
        step(of: reader, on: reader.thread) { [self] reader in
            guard read.isOpen else { return }
            if reader.isCurrent(), !notes.hasWaitingRows { return reader.begin(plan, for: read) }
            // The store makes the file, and finds out whether it is one that may be read at all.
            self.step(of: self, on: self.thread) { store in
                guard read.isOpen else { return }
                store.makeReadable(for: read)
                store.step(of: store.reader, on: store.reader.thread) { $0.begin(plan, for: read) }
            }
        }
    }

    private func makeReadable(for read: PendingRead) {
        do throws(TelephonyError) { try open() } catch { read.give(.failure(error)) }
        try? writeWaiting()
    }
}
