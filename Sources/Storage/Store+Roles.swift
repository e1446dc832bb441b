// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
package import Telephony

extension Store: RoleStore {
    package func grants() throws(TelephonyError) -> [Role: RoleGrant] {
        let statement = try database().statement(
            "SELECT role, bundle_identifier, since_sequence, granted_at, program, missing_since FROM role")
        defer { statement.reset() }
        var grants: [Role: RoleGrant] = [:]
        while try statement.step() {
            guard let role = Role(rawValue: statement.text(0)) else { continue }
            grants[role] = Self.grant(in: statement)
        }
        return grants
    }

    private static func grant(in row: Statement) -> RoleGrant {
        RoleGrant(
            bundleIdentifier: row.text(1), program: row.isNull(4) ? nil : row.text(4), sinceSequence: row.integer(2),
            grantedAt: Date(timeIntervalSinceReferenceDate: row.real(3)),
            missingSince: row.isNull(5) ? nil : Date(timeIntervalSinceReferenceDate: row.real(5)))
    }

    package func setGrant(_ grant: RoleGrant?, for role: Role) throws(TelephonyError) {
        try write { database throws(TelephonyError) in
            guard let grant else {
                let delete = try database.statement("DELETE FROM role WHERE role = ?1")
                delete.bind(role.rawValue, at: 1)
                return try delete.run()
            }
            let insert = try database.statement(
                """
                INSERT OR REPLACE INTO role (role, bundle_identifier, since_sequence, granted_at, program, missing_since)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                """)
            insert.bind(role.rawValue, at: 1)
            insert.bind(grant.bundleIdentifier, at: 2)
            insert.bind(grant.sinceSequence, at: 3)
            insert.bind(grant.grantedAt.timeIntervalSinceReferenceDate, at: 4)
            insert.bind(grant.program, at: 5)
            insert.bind(grant.missingSince?.timeIntervalSinceReferenceDate, at: 6)
            try insert.run()
        }
    }
}
