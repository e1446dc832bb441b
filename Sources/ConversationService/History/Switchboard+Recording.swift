// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// Rows go to the history through one writer; what came while it wrote goes into the next commit together.
extension Switchboard {
    /// How long the end of a conversation is kept back for its row; then it is told, and the row waits in memory.
    package static let patienceForRow = Duration.seconds(3)

    /// Whether a row is on its way to the disk.
    package var isWritingRows: Bool { !rows.isEmpty || !rows.writing.isEmpty }

    /// Queues a row.
    func write(_ entry: RowQueue.Entry) {
        let id = entry.row.id
        if rows.add(entry) {
            ringRowBell.yield()
            if isDiskSlow, entry.isLast { announceEnd(of: id) }
        } else {
            logLine(id, "history: \(RowQueue.maximumCount) rows wait for the disk; this one is lost")
            if entry.isLast { announceEnd(of: id) }
        }
    }

    /// Writes what is queued, until its task is cancelled.
    func writeRows() async {
        for await _ in rowBell where !rows.isEmpty { await writeQueuedRows() }
    }

    /// Writes what is queued and, with their durations, the conversations that are up, which go on without us.
    func writeLastRows() async {
        for conversation in registry.all where conversation.machine.isLive { writeDuration(of: conversation) }
        if !rows.isEmpty { await writeQueuedRows() }
    }

    /// Queues the row of a conversation that is up as it is now.
    func writeDuration(of conversation: LiveConversation) {
        var row = conversation.record
        row.duration = conversation.machine.duration(at: parts.time.uptime)
        write(RowQueue.Entry(row: row, isNews: false))
    }

    private func writeQueuedRows() async {
        let batch = rows.take()
        let durability = await withTaskGroup { group in
            group.addTask { [self] in await losePatienceWithDisk() }
            defer { group.cancelAll() }
            return await parts.history.record(batch.map(\.row))
        }
        rows.finishWriting()
        isDiskSlow = false
        noteDurability(durability)
        if batch.contains(where: \.isNews) { publish(.history) }
        for entry in batch where entry.isLast { announceEnd(of: entry.row.id) }
    }

    private func losePatienceWithDisk() async {
        do { try await parts.time.sleep(until: parts.time.uptime + Self.patienceForRow) } catch { return }
        isDiskSlow = true
        for id in rows.ended { announceEnd(of: id) }
    }
}
