// SPDX-License-Identifier: Apache-2.0

/// Conversations, roles, lines.
enum Migration001 {
    // The first handle stands in the row itself, because nearly every conversation has exactly one; so the newest rows
    // are read without a second look-up. A conversation's status is derived from its outcome when it is asked for.
    static let sql = """
        CREATE TABLE conversation (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            direction TEXT NOT NULL,
            presentation TEXT NOT NULL,
            service TEXT,
            app TEXT,
            started_at REAL NOT NULL,
            connected_at REAL,
            duration REAL NOT NULL,
            outcome INTEGER NOT NULL,
            is_read INTEGER NOT NULL CHECK (is_read IN (0, 1)),
            was_marked INTEGER NOT NULL DEFAULT 0 CHECK (was_marked IN (0, 1)),
            call_reference TEXT,
            handle_count INTEGER NOT NULL,
            handle_type INTEGER NOT NULL,
            handle_value TEXT NOT NULL,
            handle_name TEXT NOT NULL
        ) STRICT;
        CREATE INDEX conversation_by_start ON conversation (started_at);
        CREATE INDEX conversation_open ON conversation (sequence) WHERE outcome = 0;

        CREATE TABLE further_handle (
            conversation INTEGER NOT NULL REFERENCES conversation (sequence) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            type INTEGER NOT NULL,
            value TEXT NOT NULL,
            name TEXT NOT NULL,
            PRIMARY KEY (conversation, position)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE role (
            role TEXT PRIMARY KEY,
            bundle_identifier TEXT NOT NULL,
            since_sequence INTEGER NOT NULL,
            granted_at REAL NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE installation (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            service_key BLOB NOT NULL
        ) STRICT;

        CREATE TABLE switched_off_modem (
            modem TEXT PRIMARY KEY
        ) STRICT, WITHOUT ROWID;
        """
}
