// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

extension Store: HistoryStore {
    /// See `HistoryStore`; `durable` once SQLite's log, with these rows in it, has been through fdatasync.
    package func record(_ rows: [ConversationRecord]) -> Durability {
        guard !isClosed else { return .dropped(.closed) }
        var loss: TelephonyError?
        for row in rows {
            do throws(TelephonyError) { try keep(row) } catch { loss = error }
        }
        do throws(TelephonyError) {
            try writeWaiting()
            return loss.map(Durability.dropped) ?? .durable
        } catch {
            notes.hasWaitingRows = true
            needsHousekeeping()
            return loss.map(Durability.dropped) ?? .waiting(error)
        }
    }

    /// Puts a row with those that wait, which are written first when there is no room for it.
    private func keep(_ row: ConversationRecord) throws(TelephonyError) {
        if !waiting.hasRoom(for: row.id) { try writeWaiting() }
        _ = waiting.add(row)
    }

    /// Writes many rows in one commit, for benchmarks and tests that want a long history soon.
    package func record(all rows: [ConversationRecord]) throws(TelephonyError) {
        try write { database throws(TelephonyError) in
            for row in rows { try ConversationRow.write(row, to: database) }
        }
    }

    /// See `HistoryStore`; nothing is marked for somebody who has given up before it begins.
    package nonisolated func markRead(_ ids: [UUID], afterSequence: Int64) async throws(TelephonyError) -> Int {
        try await changing { store throws(TelephonyError) in
            try store.change(ids, markReadSQL) { $0.bind(afterSequence, at: 2) }
        }
    }

    /// See `HistoryStore`; nothing is deleted for somebody who has given up before it begins.
    package nonisolated func delete(_ ids: [UUID]) async throws(TelephonyError) -> Int {
        try await changing { store throws(TelephonyError) in try store.change(ids, deleteSQL) }
    }

    private nonisolated func changing(
        _ change: @escaping @Sendable (isolated Store) throws(TelephonyError) -> Int
    ) async throws(TelephonyError) -> Int {
        try await patiently { [self] pending in
            step(of: self, on: thread) { store in
                guard pending.isOpen else { return }
                do throws(TelephonyError) {
                    pending.give(.success(try change(store)))
                } catch {
                    pending.give(.failure(error))
                }
            }
        }
    }

    /// Runs a statement whose first parameter is an identifier for each, in one commit; returns how many rows it changed.
    func change(
        _ ids: [UUID], _ sql: String, bindRest: (Statement) -> Void = { _ in }
    ) throws(TelephonyError) -> Int {
        try writeWaiting()
        return try write { database throws(TelephonyError) in
            var changed = 0
            for id in ids {
                let statement = try database.statement(sql)
                statement.bind(id.uuidString, at: 1)
                bindRest(statement)
                try statement.run()
                changed += database.changes
            }
            return changed
        }
    }

    /// See `HistoryStore`; connected rows keep the duration they were last recorded with, the rest become missed or failed.
    package func closeOpenRows(except conversations: [UUID] = []) throws(TelephonyError) -> [ConversationRecord] {
        try writeWaiting()
        return try write { database throws(TelephonyError) in
            let rows = try openRows(in: database).filter { !conversations.contains($0.id) }.map { $0.closed }
            for row in rows { try ConversationRow.write(row, to: database) }
            return rows
        }
    }

    package func trouble() -> TelephonyError? {
        do throws(TelephonyError) {
            _ = try database()
            try writeWaiting()
            return notes.readTrouble
        } catch {
            return error
        }
    }

    package func latestSequence() throws(TelephonyError) -> Int64 {
        try? writeWaiting()
        return try database().number("SELECT max(sequence) FROM conversation")
    }

    /// Writes all rows that wait, or none; nothing waits is success.
    func writeWaiting() throws(TelephonyError) {
        guard !waiting.isEmpty else { return }
        try write { database throws(TelephonyError) in
            for row in waiting.rows { try ConversationRow.write(row, to: database) }
        }
        waiting.removeAll()
        notes.hasWaitingRows = false
    }

    private func openRows(in database: Database) throws(TelephonyError) -> [ConversationRecord] {
        let statement = try database.statement(openRowsSQL)
        defer { statement.reset() }
        var rows: [ConversationRecord] = []
        while try statement.step() {
            if let row = try ConversationRow.read(statement, in: database) { rows.append(row) }
        }
        return rows
    }
}

private let deleteSQL = "DELETE FROM conversation WHERE id = ?1 AND outcome <> 0"
private let markReadSQL =
    "UPDATE conversation SET is_read = 1, was_marked = 1 WHERE id = ?1 AND sequence > ?2 AND is_read = 0"
// The index by name, for SQLite would rather walk the one by start through the whole history.
let openRowsSQL = """
    SELECT \(ConversationRow.columns) FROM conversation INDEXED BY conversation_open
    WHERE outcome = 0 ORDER BY started_at DESC, sequence DESC
    """

extension ConversationRecord {
    /// The row as it is closed when nobody saw how the conversation ended.
    fileprivate var closed: ConversationRecord {
        var row = self
        switch (connectedAt, direction) {
        case (.some, _): row.outcome = .connected
        case (nil, .incoming):
            row.outcome = .missed
            row.isRead = false
        case (nil, .outgoing): row.outcome = .failed
        }
        return row
    }
}
