// SPDX-License-Identifier: Apache-2.0
import Telephony

/// The shape of the database and the steps that lead to it.
enum Schema {
    /// "Dial" in ASCII; marks the file as ours (`PRAGMA application_id`).
    static let applicationID: Int32 = 0x4469_616c
    /// In order; the version of a file (`PRAGMA user_version`) is how many it has taken. A released step never changes.
    static let migrations = [Migration001.sql, Migration002.sql, Migration003.sql]
    static var version: Int32 { Int32(migrations.count) }

    /// Takes the missing steps of a file that was checked, each in its own transaction, so that a crash leaves a version that exists.
    static func bringUpToDate(_ database: Database) throws(TelephonyError) {
        while true {
            let version = try Int(database.number("PRAGMA user_version"))
            guard version < migrations.count else { return }
            try database.transaction { () throws(TelephonyError) in
                try database.execute(migrations[version])
                try database.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version + 1)")
            }
        }
    }

    /// Refuses what this program must not write to.
    static func check(_ database: Database) throws(TelephonyError) {
        let version = try Int32(truncatingIfNeeded: database.number("PRAGMA user_version"))
        let owner = try Int32(truncatingIfNeeded: database.number("PRAGMA application_id"))
        let isEmpty = try database.number("SELECT count(*) FROM sqlite_schema") == 0
        guard isEmpty || owner == applicationID else { throw .unreadable(database.path, "belongs to another program") }
        try check(version: version, applicationID: owner, path: database.path)
    }

    static func check(version: Int32, applicationID owner: Int32, path: String) throws(TelephonyError) {
        guard owner == applicationID || owner == 0 else { throw .unreadable(path, "belongs to another program") }
        guard version <= Self.version else { throw .newer(path, version: version) }
    }
}
