// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

extension Store {
    /// Numbers with a line of their own at most; a further one is refused.
    package static let maximumRememberedLines = 10_000

    package func defaultService() throws(TelephonyError) -> UUID? {
        let statement = try database().statement("SELECT service FROM default_line")
        defer { statement.reset() }
        return try statement.step() ? UUID(uuidString: statement.text(0)) : nil
    }

    package func setDefaultService(_ service: UUID?) throws(TelephonyError) {
        try write { database throws(TelephonyError) in
            try database.execute("DELETE FROM default_line")
            guard let service else { return }
            let insert = try database.statement("INSERT INTO default_line (id, service) VALUES (1, ?1)")
            insert.bind(service.uuidString, at: 1)
            try insert.run()
        }
    }

    package func rememberedService(for number: String) throws(TelephonyError) -> UUID? {
        let statement = try database().statement("SELECT service FROM remembered_line WHERE number = ?1")
        defer { statement.reset() }
        statement.bind(number, at: 1)
        return try statement.step() ? UUID(uuidString: statement.text(0)) : nil
    }

    package func remember(_ service: UUID?, for number: String) throws(TelephonyError) {
        try write { database throws(TelephonyError) in
            guard let service else {
                let delete = try database.statement("DELETE FROM remembered_line WHERE number = ?1")
                delete.bind(number, at: 1)
                return try delete.run()
            }
            guard try database.number("SELECT count(*) FROM remembered_line") < Self.maximumRememberedLines else {
                throw TelephonyError(.tooMany, "too many numbers have a line of their own; forget some")
            }
            let insert = try database.statement(
                "INSERT OR REPLACE INTO remembered_line (number, service) VALUES (?1, ?2)")
            insert.bind(number, at: 1)
            insert.bind(service.uuidString, at: 2)
            try insert.run()
        }
    }
}
