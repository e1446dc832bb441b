// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony
import TestSupport
import Testing

@testable import Storage

@Suite("Reading the history", .timeLimit(.minutes(5)))
struct ReaderTests {
    let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    @Test func `that takes for ever holds up nothing that is written`() async throws {
        let store = folder.store()
        try await store.open()
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let endless = Task { try await store.reader.readForEver { begin.yield() } }
        _ = await begun.first { true }
        #expect(await store.record(.sample()) == .durable)
        #expect(await store.trouble() == nil)
        #expect(try await store.latestSequence() == 1)
        endless.cancel()
        await #expect(throws: TelephonyError.unwanted) { try await endless.value }
        #expect(await store.trouble() == nil)
        #expect(try await store.rows(matching: HistoryQuery()).rows.count == 1)
        await store.close()
    }

    @Test func `ends when the store closes`() async throws {
        let store = folder.store()
        try await store.open()
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let endless = Task { try await store.reader.readForEver { begin.yield() } }
        _ = await begun.first { true }
        await store.close()
        await #expect(throws: TelephonyError.unwanted) { try await endless.value }
        await #expect(throws: TelephonyError.closed) { try await store.rows(matching: HistoryQuery()) }
    }

    @Test func `is not begun for somebody who has gone`() async throws {
        let store = folder.store()
        _ = await store.record(.sample())
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await store.rows(matching: HistoryQuery())
        }
        await #expect(throws: TelephonyError.unwanted) { try await task.value }
        await store.close()
    }

    @Test func `leaves out a row that makes no sense, and the store says so`() async throws {
        let store = folder.store()
        let rows = (0..<3).map { ConversationRecord.sample(Double(-$0)) }
        for row in rows { _ = await store.record(row) }
        try await store.execute("UPDATE conversation SET id = 'nonsense' WHERE sequence = 2")
        #expect(try await store.rows(matching: HistoryQuery()).rows == [rows[0], rows[2]])
        #expect(await store.trouble()?.message.contains("left out") == true)
        #expect(await store.record(.sample()) == .durable)
        await store.close()
    }

    @Test func `that failed is the store's trouble, and damage does not heal`() async throws {
        let store = folder.store()
        try await store.record(all: (0..<2_000).map { .sample(Double($0)) })
        await store.close()
        var bytes = folder.bytes()
        for index in stride(from: 40_960, to: bytes.count, by: 7) { bytes[index] = 0xa5 }
        folder.write(bytes)
        let damaged = folder.store()
        #expect(await damaged.trouble() == nil)
        await #expect(throws: TelephonyError.self) { try await damaged.rows(matching: HistoryQuery()) }
        #expect(await damaged.trouble()?.code == .databaseUnreadable)
        #expect(try await damaged.grants().isEmpty)
        #expect(await damaged.trouble()?.code == .databaseUnreadable)
        await damaged.close()
    }

    @Test(arguments: [0, 5, 600, 700])
    func `gives the rows after a number, however few they are`(_ sequence: Int) async throws {
        let store = folder.store()
        let rows = (0..<700).map { ConversationRecord.sample(Double(($0 * 37) % 700)) }
        try await store.record(all: rows)
        let expected = rows[sequence...].sorted { $0.startedAt > $1.startedAt }.prefix(75).map(\.id)
        let page = try await store.rows(matching: HistoryQuery(afterSequence: Int64(sequence), limit: 75))
        #expect(page.rows.map(\.id) == expected)
        await store.close()
    }
}

extension HistoryReader {
    /// Reads until somebody ends it.
    fileprivate func readForEver(begun: @Sendable () -> Void) throws {
        let database = try Database(path: path, access: .reading, notes: notes)
        begun()
        _ = try database.number(
            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n")
    }
}

extension Store {
    fileprivate func execute(_ sql: String) throws { try database().execute(sql) }
}
