// SPDX-License-Identifier: Apache-2.0
import Telephony

/// The unfinished queries, each with a read transaction of its own on its own connection.
struct Snapshots {
    /// Snapshots open at most; the one that was used least recently goes first.
    static let limit = 8
    /// How long one may lie unused.
    static let lifetime = Duration.seconds(60)

    private struct Entry {
        let selection: Selection
        var lastUse: Duration
    }

    private var entries: [HistoryCursor: Entry] = [:]
    private var lastCursor: UInt32 = 0

    var isEmpty: Bool { entries.isEmpty }
    var count: Int { entries.count }

    mutating func add(_ selection: Selection, now: Duration) -> HistoryCursor {
        if entries.count >= Self.limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            entries[oldest.key] = nil
        }
        repeat { lastCursor &+= 1 } while entries[HistoryCursor(rawValue: lastCursor)] != nil
        let cursor = HistoryCursor(rawValue: lastCursor)
        entries[cursor] = Entry(selection: selection, lastUse: now)
        return cursor
    }

    mutating func use(_ cursor: HistoryCursor, now: Duration) -> Selection? {
        entries[cursor]?.lastUse = now
        return entries[cursor]?.selection
    }

    mutating func remove(_ cursor: HistoryCursor) { entries[cursor] = nil }
    mutating func removeAll() { entries = [:] }
    mutating func removeExpired(now: Duration) { entries = entries.filter { now - $0.value.lastUse < Self.lifetime } }
}
