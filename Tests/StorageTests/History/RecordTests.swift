// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony
import Testing

@testable import Storage

@Suite("The history")
struct RecordTests {
    let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    private func all(_ store: Store) async throws -> [ConversationRecord] {
        try await store.rows(matching: HistoryQuery()).rows
    }

    @Test func `keeps every field of a row exactly`() async throws {
        let row = ConversationRecord(
            id: UUID(), direction: .incoming,
            handles: [
                Handle(type: .emailAddress, value: "e\u{301}\0\r\n@example.org", displayName: "Zoë 👩‍👩‍👧"),
                .number("+15550100"), Handle(type: .generic, value: "user:77", displayName: ""),
            ],
            presentation: .payphone, service: UUID(), app: "org.example.app",
            startedAt: Date(timeIntervalSinceReferenceDate: 0.1 + 0.2),
            connectedAt: Date(timeIntervalSinceReferenceDate: 812_345_678.123_456_7), duration: 1e-9,
            outcome: .connected, cause: EndCause(.lost, "pulled: at 12:00"), isRead: false,
            callReference: "/org/freedesktop/ModemManager1/Call/0")
        let store = folder.store()
        #expect(await store.record(row) == .durable)
        #expect(try await all(store) == [row])
        await store.close()
        let again = folder.store()
        let read = try #require(try await all(again).first)
        #expect(read == row)
        // == on text is canonical equivalence; the very scalars have to come back.
        #expect(Array(read.handles[0].value.unicodeScalars) == Array(row.handles[0].value.unicodeScalars))
    }

    @Test func `keeps rows without handles and with empty texts`() async throws {
        let store = folder.store()
        let rows = [
            ConversationRecord.sample(2, handles: []),
            ConversationRecord.sample(1, handles: [Handle(type: .generic, value: "")]),
        ]
        for row in rows { _ = await store.record(row) }
        #expect(try await all(store) == rows)
    }

    @Test func `keeps all outcomes apart`() async throws {
        let store = folder.store()
        for outcome in Outcome.allCases { _ = await store.record(.sample(Double(-outcome.rawValue), outcome: outcome)) }
        #expect(try await all(store).map(\.outcome) == Outcome.allCases)
    }

    @Test func `updates a row in place and keeps its sequence number`() async throws {
        let store = folder.store()
        var row = ConversationRecord.sample(1, handles: [.number("+15550100"), .number("+15550101")], outcome: .open)
        _ = await store.record(row)
        _ = await store.record(.sample(0))
        row.handles = [.number("+15550102")]
        row.outcome = .busy
        _ = await store.record(row)
        #expect(try await store.latestSequence() == 2)
        #expect(try await all(store).count == 2)
        #expect(try await store.rows(matching: HistoryQuery(afterSequence: 1)).rows.map(\.id) != [row.id])
        #expect(try await all(store).first == row)
    }

    @Test func `never lets a row stand in the way of the others, whatever its numbers are`() async throws {
        let store = folder.store()
        var row = ConversationRecord.sample()
        row.duration = .nan
        #expect(await store.record(row) == .durable)
        row.duration = .infinity
        #expect(await store.record(row) == .durable)
        #expect(try await all(store).map(\.duration) == [.infinity])
    }

    @Test func `comes newest first, the later row first where dates are equal`() async throws {
        let store = folder.store()
        let rows = [3.0, 1, 2, 2, 5].map { ConversationRecord.sample($0) }
        for row in rows { _ = await store.record(row) }
        #expect(try await all(store).map(\.id) == [4, 0, 3, 2, 1].map { rows[$0].id })
    }

    @Test func `has no sequence number while it is empty`() async throws {
        #expect(try await folder.store().latestSequence() == 0)
    }

    @Test func `marks only what is known, unread and after the sequence number`() async throws {
        let store = folder.store()
        let rows = (0..<4).map { ConversationRecord.sample(Double($0), outcome: .missed, isRead: $0 == 3) }
        for row in rows { _ = await store.record(row) }
        let ids = rows.map(\.id) + [UUID()]
        #expect(try await store.markRead(ids, afterSequence: 1) == 2)
        #expect(try await store.markRead(ids, afterSequence: 1) == 0)
        #expect(try await all(store).map(\.isRead) == [true, true, true, false])
    }

    @Test func `deletes what has ended and nothing else`() async throws {
        let store = folder.store()
        let rows = [
            ConversationRecord.sample(0, outcome: .missed), .sample(1, outcome: .open), .sample(2, outcome: .busy),
        ]
        for row in rows { _ = await store.record(row) }
        #expect(try await store.delete([rows[0].id, rows[1].id, UUID()]) == 1)
        #expect(try await store.delete([rows[0].id]) == 0)
        #expect(try await all(store).map(\.id) == [rows[2].id, rows[1].id])
        // A number is never given again: it says whose rows are whose.
        let last = try await store.latestSequence()
        #expect(try await store.delete([rows[2].id]) == 1)
        _ = await store.record(.sample(3, outcome: .missed))
        #expect(try await store.latestSequence() == last + 1)
    }

    @Test func `keeps a mark when the row is recorded again, also after a restart`() async throws {
        var store = folder.store()
        let row = ConversationRecord.sample(direction: .incoming, outcome: .missed, isRead: false)
        _ = await store.record(row)
        _ = try await store.markRead([row.id], afterSequence: 0)
        _ = await store.record(row)
        #expect(try await all(store).map(\.isRead) == [true])
        await store.close()
        store = folder.store()
        _ = await store.record(row)
        #expect(try await all(store).map(\.isRead) == [true])
    }

    @Test func `lets a row that began as read become a missed, unread one`() async throws {
        let store = folder.store()
        var row = ConversationRecord.sample(direction: .incoming, outcome: .open)
        _ = await store.record(row)
        row.outcome = .missed
        row.isRead = false
        _ = await store.record(row)
        #expect(try await all(store) == [row])
    }

    @Test func `closes the rows that a crash left open`() async throws {
        var store = folder.store()
        var connected = ConversationRecord.sample(3, outcome: .open)
        connected.connectedAt = Date(timeIntervalSinceReferenceDate: 5)
        connected.duration = 42
        let rows = [
            connected, .sample(2, direction: .incoming, outcome: .open), .sample(1, outcome: .open), .sample(0),
        ]
        for row in rows { _ = await store.record(row) }
        await store.close()
        store = folder.store()
        let closed = try await store.closeOpenRows()
        #expect(closed.map(\.id) == rows.prefix(3).map(\.id))
        #expect(closed.map(\.outcome) == [.connected, .missed, .failed])
        #expect(closed.map(\.isRead) == [true, false, true])
        #expect(closed.map(\.duration) == [42, 0, 0])
        #expect(try await all(store) == closed + [rows[3]])
        #expect(try await store.closeOpenRows().isEmpty)
    }

    @Test func `finds the rows that a crash left open without reading the others`() async throws {
        try await folder.store().open()
        let database = try Database(path: folder.database, access: .reading)
        let plan = try database.statement("EXPLAIN QUERY PLAN " + openRowsSQL)
        var steps: [String] = []
        while try plan.step() { steps.append(plan.text(3)) }
        #expect(steps.contains { $0.contains("conversation_open") }, "\(steps)")
        #expect(!steps.contains { $0.contains("conversation_by_start") }, "\(steps)")
    }
}
