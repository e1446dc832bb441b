// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// Rows on their way to the history: one a conversation, in the order in which the conversations came.
struct RowQueue: Sendable {
    /// A row to write, and what follows once it is written.
    struct Entry: Sendable {
        var row: ConversationRecord
        /// Whether the conversation has ended: it has left once this is written.
        var isLast = false
        /// Whether whoever shows the history has to hear of it; a duration that grows is no news.
        var isNews = true
    }

    /// Rows that wait at most, those that are being written among them.
    static let maximumCount = 1_000

    private var order: [UUID] = []
    private var waiting: [UUID: Entry] = [:]
    /// What the writer has taken.
    private(set) var writing: [Entry] = []

    var isEmpty: Bool { order.isEmpty }

    /// The conversations that have ended and whose rows are not written yet.
    var ended: [UUID] { writing.filter(\.isLast).map(\.row.id) + order.filter { waiting[$0]?.isLast ?? false } }

    /// Queues a row in place of an older one of the same conversation; false when there is no room for another.
    mutating func add(_ entry: Entry) -> Bool {
        let id = entry.row.id
        guard let older = waiting[id] else {
            guard order.count + writing.count < Self.maximumCount else { return false }
            order.append(id)
            waiting[id] = entry
            return true
        }
        waiting[id] = Entry(
            row: entry.row, isLast: older.isLast || entry.isLast, isNews: older.isNews || entry.isNews)
        return true
    }

    /// Hands everything that waits to the writer.
    mutating func take() -> [Entry] {
        writing = order.compactMap { waiting[$0] }
        order = []
        waiting = [:]
        return writing
    }

    /// The writer is done with what it took.
    mutating func finishWriting() { writing = [] }
}
