// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony
import Testing

@testable import ConversationService

@Suite("Rows on their way to the history")
struct RowQueueTests {
    private func row() -> ConversationRecord {
        ConversationRecord(id: UUID(), direction: .incoming, handles: [], startedAt: Date())
    }

    /// Whether there was room for each.
    private func add(_ entries: [RowQueue.Entry], to queue: inout RowQueue) -> Bool {
        entries.map { queue.add($0) }.allSatisfy { $0 }
    }

    @Test func `are one a conversation, in the order in which they came`() {
        var queue = RowQueue()
        let (first, second) = (row(), row())
        var ended = first
        ended.outcome = .missed
        _ = add([.init(row: first), .init(row: second), .init(row: ended, isLast: true)], to: &queue)
        #expect(queue.ended == [first.id])
        let batch = queue.take()
        #expect(batch.map(\.row) == [ended, second] && queue.isEmpty && queue.ended == [first.id])
        queue.finishWriting()
        #expect(queue.ended.isEmpty)
    }

    @Test func `are news when anything in them is`() {
        var queue = RowQueue()
        let row = row()
        _ = add([.init(row: row), .init(row: row, isNews: false)], to: &queue)
        let first = queue.take()
        _ = add([.init(row: row, isNews: false)], to: &queue)
        let second = queue.take()
        #expect(first.map(\.isNews) == [true] && second.map(\.isNews) == [false])
    }

    @Test func `are a thousand at most, those that are being written among them`() {
        var queue = RowQueue()
        let rows = (0..<RowQueue.maximumCount).map { _ in RowQueue.Entry(row: row()) }
        let hasRoom = add(Array(rows.prefix(600)), to: &queue)
        let batch = queue.take()
        let hasMoreRoom = add(Array(rows.dropFirst(600)), to: &queue)
        #expect(hasRoom && hasMoreRoom && batch.count == 600)
        let isAdded = add([.init(row: row())], to: &queue)
        // One that waits already is brought up to date all the same.
        let isUpdated = add([.init(row: rows[999].row, isLast: true)], to: &queue)
        #expect(!isAdded && isUpdated)
        queue.finishWriting()
        let hasRoomAgain = add([.init(row: row())], to: &queue)
        #expect(hasRoomAgain)
    }
}
