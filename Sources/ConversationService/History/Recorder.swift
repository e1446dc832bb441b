// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// A room: rows on their way to the history, and how the history does. There is one writer; what comes while it writes goes
/// into the next commit together.
final class Recorder {
    /// What a write came to.
    struct Written {
        /// The conversations that have ended and need not be kept back for their rows any more.
        var ended: [UUID]
        /// Whether whoever shows the history has to hear of it.
        var isNews: Bool
        var isDurable: Bool
    }

    let commons: Commons
    let store: any HistoryStore
    /// Rings when rows wait; one consumer, the writer.
    let bell: AsyncStream<Void>
    private let ringBell: AsyncStream<Void>.Continuation
    private var rows = RowQueue()
    /// Counts the writes, so that one that was late for an older one means nothing for the next.
    private var write: UInt64 = 0
    /// Whether the writer has waited for the disk for longer than an end is kept back.
    private var isDiskSlow = false
    /// Why the history was not read or not written last: logged once.
    private var loggedTrouble: TelephonyError?
    /// What the history said last when it was asked how it does.
    private(set) var trouble: TelephonyError?

    init(_ store: any HistoryStore, _ commons: Commons) {
        self.store = store
        self.commons = commons
        (bell, ringBell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Whether a row is on its way to the disk.
    var isWriting: Bool { !rows.isEmpty || !rows.writing.isEmpty }

    /// Queues a row; false when its conversation is not to be kept back for it, for the disk is slow or the queue is full.
    func add(_ entry: RowQueue.Entry) -> Bool {
        guard rows.add(entry) else {
            commons.logLine(
                entry.row.id, "history: \(RowQueue.maximumCount) rows wait for the disk; this one is lost")
            return false
        }
        ringBell.yield()
        return !isDiskSlow
    }

    /// Hands what waits to the writer; nil when nothing does.
    func begin() -> (rows: [ConversationRecord], write: UInt64)? {
        guard !rows.isEmpty else { return nil }
        write += 1
        return (rows.take().map(\.row), write)
    }

    /// The writer has waited for too long: returns the conversations that have ended meanwhile.
    func losePatience(with write: UInt64) -> [UUID] {
        guard write == self.write, !rows.writing.isEmpty else { return [] }
        isDiskSlow = true
        return rows.ended
    }

    /// The writer is done with what it took.
    func finish(_ durability: Durability) -> Written {
        let batch = rows.writing
        rows.finishWriting()
        isDiskSlow = false
        note(durability)
        return Written(
            ended: batch.filter(\.isLast).map(\.row.id), isNews: batch.contains(where: \.isNews),
            isDurable: durability == .durable)
    }

    /// Logs that the history could not be read.
    func noteUnread(_ error: any Error) { log(TelephonyError(error, as: .databaseUnreadable)) }

    /// What the history says of itself now.
    func noteTrouble(_ trouble: TelephonyError?) { self.trouble = trouble }

    private func note(_ durability: Durability) {
        switch durability {
        case .durable: log(nil)
        case .waiting(let why), .dropped(let why): log(why)
        }
    }

    private func log(_ trouble: TelephonyError?) {
        if let trouble, trouble != loggedTrouble { commons.log("history: \(trouble)") }
        loggedTrouble = trouble
    }
}
