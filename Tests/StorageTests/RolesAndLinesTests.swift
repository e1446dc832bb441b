// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony
import Testing

@testable import Storage

@Suite("Roles and lines")
struct RolesAndLinesTests {
    let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    @Test func `roles are kept, replaced and emptied`() async throws {
        var store = folder.store()
        let dialer = RoleGrant(
            bundleIdentifier: "org.example.dialer", program: "/usr/bin/dialer", sinceSequence: 17,
            grantedAt: Date(timeIntervalSinceReferenceDate: 800_000_000.25),
            missingSince: Date(timeIntervalSinceReferenceDate: 800_000_001.5))
        var calling = dialer
        calling.program = nil
        calling.missingSince = nil
        calling.bundleIdentifier = "org.example.calling"
        #expect(try await store.grants().isEmpty)
        try await store.setGrant(calling, for: .dialer)
        try await store.setGrant(dialer, for: .dialer)
        try await store.setGrant(calling, for: .calling)
        await store.close()
        store = folder.store()
        #expect(try await store.grants() == [.dialer: dialer, .calling: calling])
        try await store.setGrant(nil, for: .dialer)
        try await store.setGrant(nil, for: .dialer)
        #expect(try await store.grants() == [.calling: calling])
    }

    @Test func `a SIM has one identifier on an installation, and another elsewhere`() async throws {
        let iccid = "8949000000000000001"
        var store = folder.store()
        let identifier = try await store.serviceIdentifier(forICCID: iccid)
        #expect(try await store.serviceIdentifier(forICCID: iccid) == identifier)
        #expect(try await store.serviceIdentifier(forICCID: iccid + "2") != identifier)
        await store.close()
        store = folder.store()
        #expect(try await store.serviceIdentifier(forICCID: iccid) == identifier)
        let elsewhere = try StoreFolder()
        #expect(try await elsewhere.store().serviceIdentifier(forICCID: iccid) != identifier)
    }

    // RFC 4231, test case 2: HMAC-SHA-256 of a text with the key "Jefe", which begins 5bdcc146bf60754e6a042426089575c7.
    @Test func `the identifier is HMAC-SHA-256 with the bits of a custom UUID`() {
        let identifier = ServiceIdentifier.make(iccid: "what do ya want for nothing?", key: Array("Jefe".utf8))
        #expect(identifier.uuidString == "5BDCC146-BF60-854E-AA04-2426089575C7")
    }

    @Test func `modems that the person switched off stay switched off`() async throws {
        var store = folder.store()
        try await store.setSwitchedOff(true, modem: "a")
        try await store.setSwitchedOff(true, modem: "a")
        try await store.setSwitchedOff(true, modem: "b")
        await store.close()
        store = folder.store()
        #expect(try await store.switchedOffModems() == ["a", "b"])
        try await store.setSwitchedOff(false, modem: "a")
        try await store.setSwitchedOff(false, modem: "c")
        #expect(try await store.switchedOffModems() == ["b"])
    }

    @Test func `the person's choice of lines is kept`() async throws {
        var store = folder.store()
        let (one, two) = (UUID(), UUID())
        #expect(try await store.lineSettings() == LineSettings())
        try await store.setDefaultService(one)
        try await store.setDefaultService(two)
        try await store.remember(one, for: "+15550100")
        try await store.remember(two, for: "+15550100")
        try await store.remember(one, for: "+15550101")
        await store.close()
        store = folder.store()
        #expect(
            try await store.lineSettings()
                == LineSettings(standard: two, remembered: ["+15550100": two, "+15550101": one]))
        try await store.remember(nil, for: "+15550101")
        try await store.setDefaultService(nil)
        #expect(try await store.lineSettings() == LineSettings(remembered: ["+15550100": two]))
    }

    @Test func `a number is forgotten in every spelling`() async throws {
        let store = folder.store()
        let (one, two) = (UUID(), UUID())
        try await store.remember(one, for: "#31#+15550100")
        try await store.remember(one, for: "0015550100")
        #expect(try await store.lineSettings().remembered == ["+15550100": one])
        try await store.remember(two, for: "+15550100")
        #expect(try await store.lineSettings().remembered == ["+15550100": two])
        try await store.remember(nil, for: "+15550100")
        #expect(try await store.lineSettings() == LineSettings())
    }

    @Test func `a damaged line is one that is not there`() async throws {
        let store = folder.store()
        try await store.setDefaultService(UUID())
        try await store.remember(UUID(), for: "5550100")
        await store.close()
        do {
            let file = try Database(path: folder.database, access: .readingAndWriting)
            try file.execute("UPDATE default_line SET service = 'x'; UPDATE remembered_line SET service = 'x'")
        }
        let settings = try await folder.store().lineSettings()
        #expect(settings.standard != nil && settings.remembered.count == 1)
    }

    @Test func `a file of the first version is taken along with all it holds`() async throws {
        folder.write([])
        do {
            let old = try Database(path: folder.database, access: .readingAndWriting)
            try old.execute(Migration001.sql)
            try old.execute("PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = 1")
            try old.execute("INSERT INTO switched_off_modem VALUES ('a')")
        }
        let store = folder.store()
        #expect(try await store.switchedOffModems() == ["a"])
        #expect(try await store.lineSettings() == LineSettings())
    }
}
