// SPDX-License-Identifier: Apache-2.0
package import Telephony

// Not isolated to the store: whoever reads does not wait for what is being written.
extension Store {
    /// How long whoever reads waits for a disk on which nothing gets done.
    package static let patienceForDisk = Duration.seconds(3)
    /// How long a page may take, however much there is to look at; shorter than callers wait.
    package static let longestRead = Duration.seconds(20)

    /// See `HistoryStore`; rows that wait are written first, and a cancelled task's read ends.
    ///
    /// - Throws: also `databaseUnreadable` when the disk does not answer, `invalidQuery` when there is too much to look at,
    ///   and `tooMany`.
    package nonisolated func rows(matching query: HistoryQuery) async throws(TelephonyError) -> HistoryPage {
        let plan = try QueryPlan(query)
        let page = try await page { [self] read in begin(plan, for: read) }
        if page.next != nil { needsHousekeeping() }
        return page
    }

    package nonisolated func nextPage(_ cursor: HistoryCursor) async throws(TelephonyError) -> HistoryPage {
        try await page { [self] read in
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

    private nonisolated func step<Owner: Actor>(
        of owner: Owner, on thread: StoreThread, _ body: @escaping @Sendable (isolated Owner) -> Void
    ) {
        thread.post { owner.assumeIsolated(body) }
    }

    private nonisolated func page(
        _ begin: @Sendable (PendingRead) -> Void
    ) async throws(TelephonyError) -> HistoryPage {
        if Task.isCancelled { throw .unwanted }
        guard notes.beginRead() else { throw .tooManyReads }
        let read = PendingRead(notes)
        begin(read)
        let answer = await withTaskGroup { group in
            group.addTask { [self] in await losePatience(with: read) }
            defer { group.cancelAll() }
            return await read.answer
        }
        return try answer.get()
    }

    /// Ends the wait for a read when nothing gets done, or when it takes too long.
    private nonisolated func losePatience(with read: PendingRead) async {
        let end = timekeeper.uptime + Self.longestRead
        var done = workDone
        while true {
            let next = min(timekeeper.uptime + Self.patienceForDisk, end)
            guard (try? await timekeeper.sleep(until: next)) != nil else { return }
            if next == end { return _ = read.give(.failure(.tooMuchToRead)) }
            if workDone == done { return _ = read.give(.failure(.hangs(path))) }
            done = workDone
        }
    }

    private nonisolated var workDone: Int { thread.workDone &+ reader.thread.workDone }
}
