// SPDX-License-Identifier: Apache-2.0
import Telephony

/// A result of which there is more: a read transaction on a connection of its own, and how far it has been handed out.
final class Snapshot {
    let database: Database
    var selection: Selection

    /// Begins the transaction now: what is written from here on is not in it.
    init(_ selection: Selection, path: String, notes: StoreNotes) throws(TelephonyError) {
        database = try Database(path: path, access: .reading, notes: notes)
        self.selection = selection
        try database.execute("BEGIN")
        _ = try database.number("SELECT max(sequence) FROM conversation")
    }
}

/// The results of which there is more.
struct Snapshots {
    /// Snapshots open at most; the one that was used least recently goes first.
    static let limit = 8
    /// How long one may lie unused.
    static let lifetime = Duration.seconds(60)

    private struct Entry {
        let snapshot: Snapshot
        var lastUse: Duration
    }

    private var entries: [HistoryCursor: Entry] = [:]
    private var lastCursor: UInt32 = 0

    var isEmpty: Bool { entries.isEmpty }
    var count: Int { entries.count }

    mutating func add(_ snapshot: Snapshot, now: Duration) -> HistoryCursor {
        if entries.count >= Self.limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            entries[oldest.key] = nil
        }
        repeat { lastCursor &+= 1 } while entries[HistoryCursor(rawValue: lastCursor)] != nil
        let cursor = HistoryCursor(rawValue: lastCursor)
        entries[cursor] = Entry(snapshot: snapshot, lastUse: now)
        return cursor
    }

    mutating func use(_ cursor: HistoryCursor, now: Duration) -> Snapshot? {
        entries[cursor]?.lastUse = now
        return entries[cursor]?.snapshot
    }

    mutating func remove(_ cursor: HistoryCursor) { entries[cursor] = nil }
    mutating func removeAll() { entries = [:] }
    mutating func removeExpired(now: Duration) { entries = entries.filter { now - $0.value.lastUse < Self.lifetime } }
}
