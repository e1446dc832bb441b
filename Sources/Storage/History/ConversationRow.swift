// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// How a `ConversationRecord` stands in the tables.
enum ConversationRow {
    /// What `read` expects, in this order.
    static let columns = """
        sequence, id, direction, presentation, service, app, started_at, connected_at, duration, outcome, is_read, \
        call_reference, handle_count, handle_type, handle_value, handle_name, cause
        """

    /// Reads the row that the statement stands on; nil for one that has no identifier, which hides no others.
    static func read(_ statement: Statement, in database: Database) throws(TelephonyError) -> ConversationRecord? {
        guard let id = statement.uuid(1) else {
            database.noteDamage("a row without an identifier is left out")
            return nil
        }
        return ConversationRecord(
            id: id,
            direction: Direction(rawValue: statement.text(2)) ?? .incoming,
            handles: try handles(statement, in: database),
            presentation: RemoteParty.Presentation(rawValue: statement.text(3)) ?? .unknown,
            service: statement.uuid(4),
            app: statement.isNull(5) ? nil : statement.text(5),
            startedAt: Date(timeIntervalSinceReferenceDate: statement.real(6)),
            connectedAt: statement.isNull(7) ? nil : Date(timeIntervalSinceReferenceDate: statement.real(7)),
            duration: statement.real(8),
            outcome: Outcome(rawValue: Int(statement.integer(9))) ?? .failed,
            cause: statement.isNull(16) ? nil : EndCause(text: statement.text(16)),
            isRead: statement.integer(10) != 0,
            callReference: statement.isNull(11) ? nil : statement.text(11))
    }

    /// Inserts the row or updates it in place; within a transaction of the caller's.
    static func write(_ row: ConversationRecord, to database: Database) throws(TelephonyError) {
        let update = try database.statement(updateSQL)
        bind(row, to: update)
        try update.run()
        if database.changes == 0 {
            let insert = try database.statement(insertSQL)
            bind(row, to: insert)
            try insert.run()
        } else {
            let delete = try database.statement(deleteFurtherHandlesSQL)
            delete.bind(row.id.uuidString, at: 1)
            try delete.run()
        }
        try writeFurtherHandles(of: row, to: database)
    }
}

extension ConversationRow {
    private static let insertSQL = """
        INSERT INTO conversation (
            id, direction, presentation, service, app, started_at, connected_at, duration, outcome, is_read,
            call_reference, handle_count, handle_type, handle_value, handle_name, cause)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
        """
    // A row that the person marked stays read, whatever the conversation reports later.
    private static let updateSQL = """
        UPDATE conversation SET
            direction = ?2, presentation = ?3, service = ?4, app = ?5, started_at = ?6, connected_at = ?7,
            duration = ?8, outcome = ?9, is_read = max(?10, was_marked), call_reference = ?11, handle_count = ?12,
            handle_type = ?13, handle_value = ?14, handle_name = ?15, cause = ?16
        WHERE id = ?1
        """
    private static let deleteFurtherHandlesSQL =
        "DELETE FROM further_handle WHERE conversation = (SELECT sequence FROM conversation WHERE id = ?1)"
    private static let insertFurtherHandleSQL = """
        INSERT INTO further_handle (conversation, position, type, value, name)
        SELECT sequence, ?2, ?3, ?4, ?5 FROM conversation WHERE id = ?1
        """
    private static let furtherHandlesSQL =
        "SELECT type, value, name FROM further_handle WHERE conversation = ?1 ORDER BY position"

    private static func bind(_ row: ConversationRecord, to statement: Statement) {
        let first = row.handles.first ?? Handle(type: .generic, value: "")
        statement.bind(row.id.uuidString, at: 1)
        statement.bind(row.direction.rawValue, at: 2)
        statement.bind(row.presentation.rawValue, at: 3)
        statement.bind(row.service?.uuidString, at: 4)
        statement.bind(row.app, at: 5)
        statement.bind(number(row.startedAt.timeIntervalSinceReferenceDate), at: 6)
        statement.bind(row.connectedAt.map { number($0.timeIntervalSinceReferenceDate) }, at: 7)
        statement.bind(number(row.duration), at: 8)
        statement.bind(row.outcome.rawValue, at: 9)
        statement.bind(row.isRead, at: 10)
        statement.bind(row.callReference, at: 11)
        statement.bind(row.handles.count, at: 12)
        statement.bind(first.type.rawValue, at: 13)
        statement.bind(first.value, at: 14)
        statement.bind(first.displayName, at: 15)
        statement.bind(row.cause?.text, at: 16)
    }

    /// NaN would be NULL, which the table refuses; a row is never refused.
    private static func number(_ value: Double) -> Double { value.isNaN ? 0 : value }

    private static func writeFurtherHandles(
        of row: ConversationRecord, to database: Database
    ) throws(TelephonyError) {
        for (position, handle) in row.handles.enumerated().dropFirst() {
            let insert = try database.statement(insertFurtherHandleSQL)
            insert.bind(row.id.uuidString, at: 1)
            insert.bind(position, at: 2)
            insert.bind(handle.type.rawValue, at: 3)
            insert.bind(handle.value, at: 4)
            insert.bind(handle.displayName, at: 5)
            try insert.run()
        }
    }

    private static func handles(_ statement: Statement, in database: Database) throws(TelephonyError) -> [Handle] {
        let count = statement.integer(12)
        guard count > 0 else { return [] }
        let first = handle(statement, from: 13)
        guard count > 1 else { return [first] }
        let further = try database.statement(furtherHandlesSQL)
        defer { further.reset() }
        further.bind(statement.integer(0), at: 1)
        var handles = [first]
        while try further.step() { handles.append(handle(further, from: 0)) }
        return handles
    }

    private static func handle(_ statement: Statement, from column: Int32) -> Handle {
        Handle(
            type: Handle.Kind(rawValue: Int(statement.integer(column))) ?? .generic,
            value: statement.text(column + 1), displayName: statement.text(column + 2))
    }
}
