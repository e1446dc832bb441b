// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// Rows that are not on disk yet, in the order in which their conversations were first recorded.
struct WaitingRows {
    /// Rows kept at most; a later conversation is dropped, one that waits already is still updated.
    static let limit = 1_000

    private(set) var rows: [ConversationRecord] = []
    private var positions: [UUID: Int] = [:]

    var isEmpty: Bool { rows.isEmpty }

    func hasRoom(for id: UUID) -> Bool { positions[id] != nil || rows.count < Self.limit }

    /// Adds the row, or replaces the one with the same id where it stands; false: there was no room.
    mutating func add(_ row: ConversationRecord) -> Bool {
        guard hasRoom(for: row.id) else { return false }
        if let position = positions[row.id] {
            rows[position] = row
        } else {
            positions[row.id] = rows.count
            rows.append(row)
        }
        return true
    }

    mutating func removeAll() { self = WaitingRows() }
}
