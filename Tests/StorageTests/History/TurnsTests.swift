// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony
import TestSupport
import Testing

@testable import Storage

@Suite("Reads of the history", .timeLimit(.minutes(5)))
struct TurnsTests {
    let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    static let nowhere = HistoryExpression.anyHandle(
        .text(.contains, .handleField(.value), .literal(.text("nowhere"))))

    /// A store whose rows cannot be looked at in one turn.
    private func longStore(_ count: Int = 20_000) async throws -> Store {
        let store = folder.store()
        try await store.record(all: (0..<count).map { .sample(Double($0)) })
        _ = try await store.rows(matching: HistoryQuery(limit: 1))
        return store
    }

    @Test func `that begin come before all that go on`() async throws {
        let store = try await longStore()
        let (scans, question) = try await store.reader.begin(
            Array(repeating: HistoryQuery(expression: Self.nowhere), count: 16), then: HistoryQuery(limit: 75))
        #expect(scans.count == 16 && scans.allSatisfy { $0 })
        #expect(!question)
        await store.close()
    }

    @Test func `that go on have their turns, so that the shorter one is done first`() async throws {
        let store = try await longStore()
        let recent = HistoryExpression.compare(.greater, .column(.date), .literal(.real(10_000)))
        let (long, short) = try await store.reader.run(
            HistoryQuery(expression: Self.nowhere), beside: HistoryQuery(expression: .and(recent, Self.nowhere)))
        #expect(long && !short)
        await store.close()
    }

    @Test func `of who has given up do not go on`() async throws {
        let store = try await longStore()
        #expect(try await store.reader.giveUp(HistoryQuery(expression: Self.nowhere)) == 0)
        #expect(try await store.rows(matching: HistoryQuery(limit: 1)).rows.count == 1)
        await store.close()
    }

    /// Rows that share their start, and such as do not come in the order of their numbers.
    @Test(arguments: [1, 7, 3_000])
    func `find the same in many turns as in one`(starts: Int) async throws {
        let store = folder.store()
        let rows = (0..<3_000).map { index in
            ConversationRecord.sample(
                Double((index * 1_237) % starts), handles: [.number("+155501\(index % 90 + 10)")],
                isRead: index.isMultiple(of: 3))
        }
        try await store.record(all: rows)
        let sorted = rows.enumerated().sorted { ($0.1.startedAt, $0.0) > ($1.1.startedAt, $1.0) }
        var all = 0
        for query in [
            HistoryQuery(), HistoryQuery(expression: .column(.isRead)), HistoryQuery(expression: Self.nowhere),
            HistoryQuery(expression: .column(.isRead), afterSequence: 1_500),
            HistoryQuery(expression: .compare(.lessOrEqual, .column(.date), .literal(.real(5)))),
            HistoryQuery(expression: Self.nested(.column(.isRead))),
        ] {
            let expected = sorted.filter { index, row in
                index >= query.afterSequence && query.expression?.holds(for: row) ?? true
            }
            let (found, turns) = try await store.reader.walk(query)
            #expect(found == expected.map(\.element.id))
            all += turns
        }
        #expect(all > 20 && all < 500)
        await store.close()
    }

    /// Deeper than SQLite's parser goes.
    private static func nested(_ expression: HistoryExpression) -> HistoryExpression {
        (1..<60).reduce(expression) { inner, level in
            .or(.compare(.equal, .column(.date), .literal(.real(Double(-level)))), inner)
        }
    }

    @Test func `go on where they stood, and not at the bound of the question`() async throws {
        let store = try await longStore()
        let old = HistoryExpression.compare(.less, .column(.date), .literal(.real(19_999)))
        let all = try await store.reader.walk(HistoryQuery(expression: Self.nowhere)).turns
        let bounded = try await store.reader.walk(HistoryQuery(expression: .and(old, Self.nowhere))).turns
        #expect(all > 10 && bounded <= all * 2)
        await store.close()
    }
}

@Suite("Reads from a disk that hangs", .timeLimit(.minutes(5)))
struct HangingReadTests {
    let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    private func hanging(_ store: Store, _ body: (Store) async throws -> Void) async throws {
        let hang = Hang()
        store.hang(on: hang, store.reader.thread)
        defer { hang.end() }
        try await body(store)
        hang.end()
        #expect(try await store.rows(matching: HistoryQuery()).rows.count == 1)
        await store.close()
    }

    @Test func `end with a word of it`() async throws {
        let store = folder.store()
        _ = await store.record(.sample())
        try await hanging(store) { store in
            let page = Task { try await store.rows(matching: HistoryQuery()) }
            try await folder.timekeeper.waitForSleeper(Store.patienceForDisk)
            folder.timekeeper.advance(by: Store.patienceForDisk)
            let error = await #expect(throws: TelephonyError.self) { try await page.value }
            #expect(error?.code == .databaseUnreadable && error?.message.contains("does not answer") == true)
        }
    }

    @Test func `end when something gets done but not they`() async throws {
        let store = folder.store()
        _ = await store.record(.sample())
        try await hanging(store) { store in
            let page = Task { try await store.rows(matching: HistoryQuery()) }
            var left = Store.longestRead
            while left > .zero {
                let nap = min(left, Store.patienceForDisk)
                try await folder.timekeeper.waitForSleeper(nap)
                _ = try await store.latestSequence()
                folder.timekeeper.advance(by: nap)
                left -= nap
            }
            await #expect(throws: TelephonyError.tooMuchToRead) { try await page.value }
        }
    }

    /// What was given up before it began is not done later.
    @Test func `are like changes, which are not made once they were given up`() async throws {
        let store = folder.store()
        let row = ConversationRecord.sample()
        _ = await store.record(row)
        let hang = Hang()
        store.hang(on: hang, store.thread)
        let change = Task { try await store.delete([row.id]) }
        try await folder.timekeeper.waitForSleeper(Store.patienceForDisk)
        folder.timekeeper.advance(by: Store.patienceForDisk)
        let error = await #expect(throws: TelephonyError.self) { try await change.value }
        #expect(error?.message.contains("does not answer") == true)
        hang.end()
        #expect(try await store.delete([row.id]) == 1)
        await store.close()
    }

    @Test func `are so many at most`() async throws {
        let store = folder.store()
        _ = await store.record(.sample())
        for _ in 0..<HistoryReader.maximumReads { #expect(store.notes.beginRead()) }
        await #expect(throws: TelephonyError.tooManyReads) { try await store.rows(matching: HistoryQuery()) }
        store.notes.endRead()
        #expect(try await store.rows(matching: HistoryQuery()).rows.count == 1)
        #expect(HistoryReader.maximumReads == 1_024)
        await store.close()
    }
}

extension HistoryReader {
    /// Begins reads in one step; whether each scan is open afterwards, and whether the question is.
    fileprivate func begin(
        _ scans: [HistoryQuery], then question: HistoryQuery
    ) throws(TelephonyError) -> ([Bool], Bool) {
        var reads: [PendingRead] = []
        for query in scans + [question] {
            let read = PendingRead(notes)
            begin(try QueryPlan(query), for: read)
            reads.append(read)
        }
        return (reads.dropLast().map(\.isOpen), reads.last?.isOpen ?? true)
    }

    /// Gives two reads their turns until the second one is answered; whether each is open then.
    fileprivate func run(_ first: HistoryQuery, beside second: HistoryQuery) throws(TelephonyError) -> (Bool, Bool) {
        let (long, short) = (PendingRead(notes), PendingRead(notes))
        begin(try QueryPlan(first), for: long)
        begin(try QueryPlan(second), for: short)
        while short.isOpen, walkCount > 0 { takeTurn() }
        return (long.isOpen, short.isOpen)
    }

    /// Begins a read and gives it up; how many are left after the next turn.
    fileprivate func giveUp(_ query: HistoryQuery) throws(TelephonyError) -> Int {
        let read = PendingRead(notes)
        begin(try QueryPlan(query), for: read)
        guard walkCount == 1 else { return -1 }
        read.give(.failure(.unwanted))
        takeTurn()
        return walkCount
    }

    /// All that a question finds, with as little as can be looked at in a turn.
    fileprivate func walk(_ query: HistoryQuery) throws(TelephonyError) -> (found: [UUID], turns: Int) {
        let database = try Database(path: path, access: .reading, notes: notes)
        var selection = Selection(try QueryPlan(query))
        var (found, turns) = ([UUID](), 0)
        while !selection.isFinished {
            turns += 1
            if try selection.look(in: database, for: 1) { found += selection.takePage().map(\.id) }
        }
        return (found, turns)
    }
}

extension Store {
    /// Holds a thread up from its next step on.
    fileprivate nonisolated func hang(on hang: Hang, _ thread: StoreThread) { thread.post { hang.wait() } }
}
