// SPDX-License-Identifier: Apache-2.0
import Glibc
import Telephony
import TestSupport
import Testing

@testable import Storage

@Suite("One writer on one file")
struct OneWriterTests {
    @Test func `a second store neither reads nor writes, and does once the first is closed`() async throws {
        let folder = try StoreFolder()
        let first = folder.store()
        let row = ConversationRecord.sample(1, outcome: .open)
        #expect(await first.record(row) == .durable)
        let second = folder.store()
        let error = await #expect(throws: TelephonyError.self) { _ = try await second.closeOpenRows() }
        #expect(error?.code == .databaseUnreadable)
        #expect(try await first.rows(matching: HistoryQuery()).rows.map(\.outcome) == [.open])
        await first.close()
        #expect(try await second.closeOpenRows().map(\.id) == [row.id])
        await second.close()
    }

    @Test func `where the lock is unusable nothing is written, and the lock is named`() async throws {
        let folder = try StoreFolder()
        mkdir(folder.database + ".lock", 0o700)
        let store = folder.store()
        guard case .waiting(let error) = await store.record(.sample()) else {
            Issue.record("not waiting")
            return
        }
        #expect(error.code == .databaseUnreadable && error.message.contains(".lock"))
        rmdir(folder.database + ".lock")
        #expect(await store.record(.sample()) == .durable)
        await store.close()
    }

    @Test func `a file that was deleted is made anew, and what is written then is kept`() async throws {
        let folder = try StoreFolder()
        let store = folder.store()
        #expect(await store.record(ConversationRecord.sample(1)) == .durable)
        for name in ["", "-wal", "-shm", ".lock"] { unlink(folder.database + name) }
        let row = ConversationRecord.sample(2)
        #expect(await store.record(row) == .durable)
        await store.close()
        let again = folder.store()
        #expect(try await again.rows(matching: HistoryQuery()).rows.map(\.id) == [row.id])
        await again.close()
    }

    @Test func `a file put in the place of another is the one that is used`() async throws {
        let folder = try StoreFolder()
        let other = try StoreFolder()
        let backup = other.store()
        let kept = ConversationRecord.sample(1)
        #expect(await backup.record(kept) == .durable)
        await backup.close()
        let store = folder.store()
        #expect(await store.record(ConversationRecord.sample(2)) == .durable)
        rename(other.database, folder.database)
        let row = ConversationRecord.sample(3)
        #expect(await store.record(row) == .durable)
        #expect(Set(try await store.rows(matching: HistoryQuery()).rows.map(\.id)) == [kept.id, row.id])
        await store.close()
    }
}
