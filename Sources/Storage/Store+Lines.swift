// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

extension Store: LineStore {
    package func serviceIdentifier(forICCID iccid: String) throws(TelephonyError) -> UUID {
        ServiceIdentifier.make(iccid: iccid, key: try serviceKey())
    }

    package func switchedOffModems() throws(TelephonyError) -> Set<String> {
        let statement = try database().statement("SELECT modem FROM switched_off_modem")
        defer { statement.reset() }
        var modems: Set<String> = []
        while try statement.step() { modems.insert(statement.text(0)) }
        return modems
    }

    package func setSwitchedOff(_ off: Bool, modem: String) throws(TelephonyError) {
        try write { database throws(TelephonyError) in
            let statement = try database.statement(
                off
                    ? "INSERT OR IGNORE INTO switched_off_modem VALUES (?1)"
                    : "DELETE FROM switched_off_modem WHERE modem = ?1")
            statement.bind(modem, at: 1)
            try statement.run()
        }
    }

    /// The key of this installation, made at its first use.
    private func serviceKey() throws(TelephonyError) -> [UInt8] {
        if let key = try storedServiceKey() { return key }
        let key = ServiceIdentifier.randomKey()
        try write { database throws(TelephonyError) in
            let insert = try database.statement("INSERT INTO installation (id, service_key) VALUES (1, ?1)")
            insert.bind(bytes: key, at: 1)
            try insert.run()
        }
        return key
    }

    private func storedServiceKey() throws(TelephonyError) -> [UInt8]? {
        let statement = try database().statement("SELECT service_key FROM installation")
        defer { statement.reset() }
        return try statement.step() ? statement.bytes(0) : nil
    }
}
