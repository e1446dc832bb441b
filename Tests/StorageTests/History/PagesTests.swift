// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import Telephony
import TestSupport
import Testing

@testable import Storage

@Suite("A long result")
struct PagesTests {
    let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    private func filled(_ count: Int) async -> (Store, [ConversationRecord]) {
        let store = folder.store()
        let rows = (0..<count).map { ConversationRecord.sample(Double(-$0)) }
        try? await store.record(all: rows)
        return (store, rows)
    }

    private func all(_ store: Store, _ query: HistoryQuery = HistoryQuery()) async throws -> [ConversationRecord] {
        var page = try await store.rows(matching: query)
        var rows = page.rows
        while let next = page.next {
            page = try await store.nextPage(next)
            #expect(page.rows.count <= HistoryPage.size)
            rows += page.rows
        }
        return rows
    }

    @Test(arguments: [0, 1, 499, 500, 501, 1_000, 1_203])
    func `arrives whole, in pages`(count: Int) async throws {
        let (store, rows) = await filled(count)
        #expect(try await all(store) == rows)
        #expect(await store.hasNoSnapshots)
    }

    @Test(arguments: [0, 1, 75, 500, 501, 999, 5_000])
    func `ends at the limit`(limit: Int) async throws {
        let (store, rows) = await filled(1_100)
        #expect(try await all(store, HistoryQuery(limit: limit)) == Array(rows.prefix(limit)))
        #expect(await store.hasNoSnapshots)
    }

    @Test func `begins after the sequence number`() async throws {
        let (store, rows) = await filled(1_100)
        #expect(try await all(store, HistoryQuery(afterSequence: 400)) == Array(rows.dropFirst(400)))
    }

    @Test func `is one snapshot, and writing goes on meanwhile`() async throws {
        let (store, rows) = await filled(1_100)
        let first = try await store.rows(matching: HistoryQuery())
        for second in 1...20 { #expect(await store.record(.sample(Double(second))) == .durable) }
        _ = try await store.markRead(rows.map(\.id), afterSequence: 0)
        let cursor = try #require(first.next)
        let second = try await store.nextPage(cursor)
        let third = try await store.nextPage(cursor)
        #expect(first.rows + second.rows + third.rows == rows)
        #expect(third.next == nil)
        #expect(try await all(store).count == 1_120)
    }

    @Test func `is given up when asked, and unknown cursors are an error`() async throws {
        let (store, _) = await filled(501)
        let cursor = try #require(try await store.rows(matching: HistoryQuery()).next)
        await store.close(cursor)
        await store.close(HistoryCursor(rawValue: 99))
        await #expect { try await store.nextPage(cursor) } throws: { ($0 as? TelephonyError)?.code == .invalidQuery }
    }

    @Test func `gives way when there are too many`() async throws {
        let (store, _) = await filled(501)
        var cursors: [HistoryCursor] = []
        for _ in 0...Snapshots.limit {
            cursors.append(try #require(try await store.rows(matching: HistoryQuery()).next))
            folder.timekeeper.advance(by: .seconds(1))
        }
        #expect(await store.snapshotCount == Snapshots.limit)
        await #expect(throws: TelephonyError.self) { try await store.nextPage(cursors[0]) }
        #expect(try await store.nextPage(cursors[1]).rows.count == 1)
    }

    @Test func `expires when nobody asks for its next page`() async throws {
        let (store, _) = await filled(501)
        let clock = folder.timekeeper
        try await withThrowingTaskGroup { group in
            group.addTask { await store.run() }
            _ = try await store.rows(matching: HistoryQuery())
            try await within { while clock.sleeperCount == 0 { try await pause() } }
            #expect(await store.snapshotCount == 1)
            clock.advance(by: Snapshots.lifetime)
            try await within { while await !store.hasNoSnapshots { try await pause() } }
            group.cancelAll()
        }
    }

    @Test func `does not let the log grow without bound`() async throws {
        let (store, rows) = await filled(501)
        let cursor = try #require(try await store.rows(matching: HistoryQuery()).next)
        try await withThrowingTaskGroup { group in
            group.addTask { await store.run() }
            // A long row that changes from end to end, so that few commits fill many pages.
            let long = ["a", "b"].map { letter in
                var row = rows[0]
                row.callReference = String(repeating: letter, count: 400_000)
                return row
            }
            try await within {
                while await !store.hasNoSnapshots { for row in long { _ = await store.record(row) } }
            }
            #expect(folder.size("history.db-wal") >= Store.logPagesAtMost * 4_000)
            await #expect(throws: TelephonyError.self) { try await store.nextPage(cursor) }
            let atMost = folder.size("history.db-wal") + 400 * 4_200
            for number in 0..<50 { _ = await store.record(long[number % 2]) }
            #expect(folder.size("history.db-wal") <= atMost)
            group.cancelAll()
        }
    }

    @Test func `lets a file be replaced that it is read from`() async throws {
        let (store, _) = await filled(501)
        let other = try StoreFolder()
        let backup = other.store()
        let kept = ConversationRecord.sample(1)
        #expect(await backup.record(kept) == .durable)
        await backup.close()
        let cursor = try #require(try await store.rows(matching: HistoryQuery()).next)
        rename(other.database, folder.database)
        let row = ConversationRecord.sample(2)
        guard case .waiting = await store.record(row) else {
            Issue.record("written into a file that has gone")
            return
        }
        #expect(try await store.rows(matching: HistoryQuery()).rows.map(\.id) == [row.id, kept.id])
        await #expect(throws: TelephonyError.self) { try await store.nextPage(cursor) }
        await store.close()
    }
}

extension Store {
    var snapshotCount: Int { get async { await reader.snapshotCount } }
    var hasNoSnapshots: Bool { get async { await reader.snapshotCount == 0 } }
}
