// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony
import TestSupport
import Testing

@testable import Storage

@Suite("Rows that cannot be written")
struct WaitingTests {
    let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    /// A store whose file is not a database until `repair`.
    private func brokenStore() -> Store {
        folder.write(Array("no database".utf8))
        return folder.store()
    }

    private func repair() { folder.write([]) }

    @Test func `wait in memory and are written with the next record`() async throws {
        let store = brokenStore()
        let rows = (0..<3).map { ConversationRecord.sample(Double(-$0)) }
        for row in rows.prefix(2) {
            guard case .waiting(let error) = await store.record(row) else {
                Issue.record("not waiting")
                return
            }
            #expect(error.code == .databaseUnreadable)
        }
        await #expect(throws: TelephonyError.self) { try await store.rows(matching: HistoryQuery()) }
        repair()
        #expect(await store.record(rows[2]) == .durable)
        #expect(try await store.rows(matching: HistoryQuery()).rows == rows)
        #expect(try await store.latestSequence() == 3)
    }

    @Test func `are written at the next read`() async throws {
        let store = brokenStore()
        let row = ConversationRecord.sample()
        _ = await store.record(row)
        repair()
        #expect(try await store.rows(matching: HistoryQuery(limit: 5)).rows == [row])
    }

    @Test func `are tried again by themselves while the store runs`() async throws {
        let store = brokenStore()
        let clock = folder.timekeeper
        try await withThrowingTaskGroup { group in
            group.addTask { await store.run() }
            #expect(clock.sleeperCount == 0)
            _ = await store.record(.sample())
            try await asleep(1)
            clock.advance(by: Store.housekeepingInterval)
            try await asleep(1)
            #expect(await store.waiting.rows.count == 1)
            repair()
            clock.advance(by: Store.housekeepingInterval)
            try await within { while await !store.waiting.isEmpty { try await pause() } }
            // Nothing is left to wake up for.
            #expect(clock.sleeperCount == 0)
            group.cancelAll()
        }
    }

    private func asleep(_ count: Int) async throws {
        let clock = folder.timekeeper
        try await within { while clock.sleeperCount != count { try await pause() } }
    }

    @Test func `are a thousand at most, and those that wait can still be updated`() async throws {
        let store = brokenStore()
        var rows = (0..<WaitingRows.limit).map { ConversationRecord.sample(Double($0), outcome: .open) }
        for row in rows { _ = await store.record(row) }
        guard case .dropped(let error) = await store.record(.sample()) else {
            Issue.record("not dropped")
            return
        }
        #expect(error.code == .databaseUnreadable)
        rows[0].outcome = .connected
        guard case .waiting = await store.record(rows[0]) else {
            Issue.record("not waiting")
            return
        }
        repair()
        #expect(await store.record(.sample()) == .durable)
        #expect(try await store.latestSequence() == Int64(WaitingRows.limit) + 1)
        #expect(WaitingRows.limit == 1_000)
    }

    @Test func `are in the order of their first record, one row for each conversation`() {
        var waiting = WaitingRows()
        var rows = (0..<3).map { ConversationRecord.sample(Double($0), outcome: .open) }
        for row in rows { _ = waiting.add(row) }
        rows[1].outcome = .busy
        _ = waiting.add(rows[1])
        #expect(waiting.rows == rows)
    }

    @Test func `are lost when the store closes, and it says how many`() async {
        let store = brokenStore()
        _ = await store.record(.sample())
        #expect(await store.close() == 1)
    }

    @Test func `survive a disk that is really full`() async throws {
        let lines = Exerciser("fill", folder.database).lines()
        let waiting = lines.filter { $0.hasPrefix("waiting") }
        #expect(waiting.count == 1)
        #expect(waiting.allSatisfy { $0.hasSuffix("DiskFull") })
        #expect(lines.contains("read 1"))
        #expect(lines.last == "lost 0")
        let known = Set(lines.compactMap { $0.split(separator: " ").dropFirst().first }.filter { $0.count == 36 })
        let store = folder.store()
        #expect(known.count > 2)
        #expect(try await store.latestSequence() == Int64(known.count))
    }
}
