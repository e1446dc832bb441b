// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

extension Store {
    /// Numbers with a line of their own at most; a further one is refused.
    package static let maximumRememberedLines = 10_000

    package func lineSettings() throws(TelephonyError) -> LineSettings {
        LineSettings(standard: try defaultService(), remembered: try rememberedServices())
    }

    private func defaultService() throws(TelephonyError) -> UUID? {
        let statement = try database().statement("SELECT service FROM default_line")
        defer { statement.reset() }
        return try statement.step() ? Self.service(statement.text(0)) : nil
    }

    private func rememberedServices() throws(TelephonyError) -> [String: UUID] {
        let statement = try database().statement("SELECT number, service FROM remembered_line")
        defer { statement.reset() }
        var services: [String: UUID] = [:]
        while try statement.step() { services[statement.text(0)] = Self.service(statement.text(1)) }
        return services
    }

    /// A damaged one is a line that is not there, and not that none was chosen.
    private static func service(_ text: String) -> UUID {
        UUID(uuidString: text) ?? UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
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

    package func remember(_ service: UUID?, for number: String) throws(TelephonyError) {
        // It may have been remembered in other ways of writing it.
        let spellings = try rememberedServices().keys.filter { LineSettings.key(of: $0) == number }
        try write { database throws(TelephonyError) in
            for spelling in spellings {
                let delete = try database.statement("DELETE FROM remembered_line WHERE number = ?1")
                delete.bind(spelling, at: 1)
                try delete.run()
            }
            guard let service else { return }
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
