// SPDX-License-Identifier: Apache-2.0

/// What a grant remembers of the program it was given to, and why a conversation ended.
enum Migration003 {
    static let sql = """
        ALTER TABLE role ADD COLUMN program TEXT;
        ALTER TABLE role ADD COLUMN missing_since REAL;
        ALTER TABLE conversation ADD COLUMN cause TEXT;
        """
}
