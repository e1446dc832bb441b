// SPDX-License-Identifier: Apache-2.0

/// The person's choice of lines.
enum Migration002 {
    static let sql = """
        CREATE TABLE default_line (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            service TEXT NOT NULL
        ) STRICT;

        CREATE TABLE remembered_line (
            number TEXT PRIMARY KEY,
            service TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
