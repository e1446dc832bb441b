// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import Telephony
import Testing

@testable import Storage

@Suite("The file")
struct OpeningTests {
    let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    private func code(_ body: () async throws -> Void) async -> TelephonyError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? TelephonyError)?.code
        }
    }

    @Test func `is made for the person alone, with its folders`() async throws {
        let store = Store(path: folder.path + "/a/b/history.db", timekeeper: folder.timekeeper)
        _ = await store.record(.sample())
        #expect(folder.mode("a") == 0o700)
        #expect(folder.mode("a/b") == 0o700)
        #expect(folder.mode("a/b/history.db") == 0o600)
        #expect(folder.mode("a/b/history.db-wal") == 0o600)
    }

    @Test func `is one file once closed`() async throws {
        let store = folder.store()
        _ = await store.record(.sample())
        #expect(await store.close() == 0)
        #expect(folder.size("history.db") > 0)
        #expect(folder.size("history.db-wal") == 0)
        #expect(await code { _ = try await store.grants() } == .databaseUnreadable)
        #expect(await store.record(.sample()) == .dropped(.closed))
    }

    @Test func `carries its version and its owner`() async throws {
        try await folder.store().open()
        let database = try Database(path: folder.database, access: .reading)
        #expect(try database.number("PRAGMA user_version") == Int64(Schema.version))
        #expect(try database.number("PRAGMA application_id") == Int64(Schema.applicationID))
        #expect(try database.number("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'") == 1)
    }

    @Test func `of a newer Dialtone is refused and left as it is`() async throws {
        let store = folder.store()
        _ = await store.record(.sample())
        await store.close()
        try Database(path: folder.database, access: .readingAndWriting).execute("PRAGMA user_version = 1000")
        let before = folder.bytes()
        let older = folder.store()
        #expect(await code { try await older.open() } == .databaseNewer)
        guard case .waiting(let error) = await older.record(.sample()) else {
            Issue.record("not waiting")
            return
        }
        #expect(error.code == .databaseNewer)
        #expect(await older.close() == 1)
        #expect(folder.holds(before))
    }

    @Test func `of a newer Dialtone is refused also when the version is in its log only`() async throws {
        let newer = folder.store()
        _ = await newer.record(.sample())
        // What a killed program leaves: a log that was not copied back.
        try await newer.execute("PRAGMA user_version = 1000")
        let left = try StoreFolder()
        left.write(folder.bytes())
        left.write(folder.bytes("history.db-wal"), to: "history.db-wal")
        #expect(left.bytes("history.db-wal").count > 0)
        let older = left.store()
        #expect(await code { try await older.open() } == .databaseNewer)
        await older.close()
        #expect(left.holds(folder.bytes()))
        #expect(left.holds(folder.bytes("history.db-wal"), in: "history.db-wal"))
        await newer.close()
    }

    @Test func `that is no database is refused and left as it is`() async throws {
        let text = Array(String(repeating: "Dear diary. ", count: 50).utf8)
        folder.write(text)
        #expect(await code { try await folder.store().open() } == .databaseUnreadable)
        #expect(folder.holds(text))
    }

    @Test func `of another program is refused and left as it is`() async throws {
        folder.write([])
        try Database(path: folder.database, access: .readingAndWriting).execute(
            "CREATE TABLE t (x); INSERT INTO t VALUES (1)")
        let before = folder.bytes()
        #expect(await code { try await folder.store().open() } == .databaseUnreadable)
        #expect(folder.holds(before))
    }

    @Test func `that is damaged is an error, not a crash`() async throws {
        let store = folder.store()
        try await store.record(all: (0..<2_000).map { .sample(Double($0)) })
        await store.close()
        var bytes = folder.bytes()
        for index in stride(from: 4_096, to: bytes.count, by: 7) { bytes[index] = 0xa5 }
        folder.write(bytes)
        #expect(await code { _ = try await folder.store().rows(matching: HistoryQuery()) } == .databaseUnreadable)
    }

    @Test func `in a place that cannot be is an error`() async throws {
        let store = Store(path: "/proc/self/nowhere/history.db", timekeeper: folder.timekeeper)
        #expect(await code { try await store.open() } == .databaseUnreadable)
        folder.write([], to: "file")
        let below = Store(path: folder.path + "/file/history.db", timekeeper: folder.timekeeper)
        #expect(await code { try await below.open() } == .databaseUnreadable)
    }

    @Test func `that is a folder is no read-only file`() async throws {
        mkdir(folder.database, 0o700)
        let error = await #expect(throws: TelephonyError.self) { try await folder.store().open() }
        #expect(error?.code == .databaseUnreadable)
        #expect(error?.message.contains("directory") == true)
    }

    @Test(
        "that may not be written is read-only, one that may not be read unreadable",
        .enabled(if: geteuid() != 0, "root may write everything"))
    func permissions() async throws {
        let store = folder.store()
        _ = await store.record(.sample())
        await store.close()
        chmod(folder.database, 0o400)
        #expect(await code { try await folder.store().open() } == .databaseReadOnly)
        chmod(folder.database, 0)
        #expect(await code { try await folder.store().open() } == .databaseUnreadable)
    }

    @Test func `that another program holds locked is an error that names it`() async throws {
        let store = folder.store()
        try await store.open()
        let other = try Database(path: folder.database, access: .readingAndWriting)
        try other.execute("BEGIN IMMEDIATE")
        guard case .waiting(let error) = await store.record(.sample()) else {
            Issue.record("not waiting")
            return
        }
        #expect(error.message.contains("locked"))
        try other.execute("ROLLBACK")
        #expect(await store.record(.sample()) == .durable)
    }
}

extension Store {
    fileprivate func execute(_ sql: String) throws { try database().execute(sql) }
}
