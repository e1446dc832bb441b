// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony
import TestSupport
import Testing

@testable import ConversationService

@Suite("A role")
struct SwitchboardRoleTests {
    private static let trouble = TelephonyError(.diskFull, "no room")

    private static func dialer(_ program: String) -> AppIdentity {
        var app = AppIdentity.dialer
        app.program = program
        return app
    }

    private static func grants(_ fixture: ServiceFixture) async throws -> [Role: RoleGrant] {
        try await fixture.board.roleGrants(for: .app(.control))
    }

    private static func isDialer(_ app: AppIdentity, _ fixture: ServiceFixture) async -> Bool {
        await fixture.board.rights(of: .app(app)).isDefaultDialer
    }

    /// A service that finds a grant on the disk at its start.
    private static func start(
        with grant: RoleGrant, installed apps: [AppIdentity],
        _ body: @escaping @Sendable (ServiceFixture) async throws -> Void
    ) async throws {
        let fixture = ServiceFixture()
        try await fixture.store.setGrant(grant, for: .dialer)
        fixture.catalog.replace(apps)
        await fixture.board.prepare()
        try await fixture.serving(body)
    }

    private static func grant(_ program: String?, missing: Double? = nil) -> RoleGrant {
        let now = ManualTimekeeper().date
        return RoleGrant(
            bundleIdentifier: AppIdentity.dialer.bundleIdentifier, program: program, sinceSequence: 3, grantedAt: now,
            missingSince: missing.map { now - $0 })
    }

    @Test func `is not another program's under the same name`() async throws {
        try await Self.start(with: Self.grant("/one"), installed: [Self.dialer("/two")]) { fixture in
            #expect(try await Self.grants(fixture).isEmpty)
            #expect(await Self.isDialer(Self.dialer("/two"), fixture) == false)
            while try await !fixture.store.grants().isEmpty { try await pause() }
        }
    }

    @Test func `is not another program's that comes within the patience`() async throws {
        try await ServiceFixture.run { fixture in
            fixture.catalog.replace([Self.dialer("/one")])
            try await fixture.makeDefaultDialer()
            #expect(await Self.isDialer(Self.dialer("/one"), fixture))
            fixture.catalog.replace([Self.dialer("/two")])
            await fixture.board.appsChanged()
            #expect(await Self.isDialer(Self.dialer("/two"), fixture) == false)
            while fixture.time.sleeperCount < 1 { try await pause() }
            fixture.time.advance(by: Switchboard.patienceForHolders)
            while try await !Self.grants(fixture).isEmpty { try await pause() }
        }
    }

    @Test func `given anew to another program begins anew`() async throws {
        try await ServiceFixture.run { fixture in
            fixture.catalog.replace([Self.dialer("/one")])
            try await fixture.makeDefaultDialer()
            let row = ConversationRecord(
                id: UUID(), direction: .incoming, handles: [], startedAt: fixture.time.date, outcome: .missed)
            _ = await fixture.store.record(row)
            fixture.catalog.replace([Self.dialer("/two")])
            try await fixture.makeDefaultDialer()
            let grant = try #require(try await Self.grants(fixture)[.dialer])
            #expect(grant.program == "/two")
            #expect(grant.sinceSequence == 1)
        }
    }

    @Test func `whose holder is missing at the start is empty`() async throws {
        try await Self.start(with: Self.grant("/one"), installed: [.plain]) { fixture in
            #expect(try await Self.grants(fixture).isEmpty)
            while try await !fixture.store.grants().isEmpty { try await pause() }
        }
    }

    @Test(arguments: [(1.0, true), (60, false)])
    func `is kept over the start in the midst of an upgrade alone`(_ away: Double, _ isKept: Bool) async throws {
        let app = Self.dialer("/one")
        try await Self.start(with: Self.grant("/one", missing: away), installed: [app]) { fixture in
            #expect(try await Self.grants(fixture).isEmpty == !isKept)
            // Neither is it missing any more, on the disk too.
            while try await fixture.store.grants()[.dialer]?.missingSince != nil { try await pause() }
        }
    }

    @Test func `remembers on the disk that its holder is missing`() async throws {
        try await ServiceFixture.run { fixture in
            try await fixture.makeDefaultDialer()
            fixture.catalog.replace([])
            await fixture.board.appsChanged()
            while try await fixture.store.grants()[.dialer]?.missingSince == nil { try await pause() }
            fixture.catalog.replace([.dialer])
            await fixture.board.appsChanged()
            while try await fixture.store.grants()[.dialer]?.missingSince != nil { try await pause() }
        }
    }

    @Test func `of old learns which program has it`() async throws {
        try await Self.start(with: Self.grant(nil), installed: [Self.dialer("/one")]) { fixture in
            #expect(try await Self.grants(fixture)[.dialer]?.program == "/one")
            #expect(await Self.isDialer(Self.dialer("/two"), fixture) == false)
            while try await fixture.store.grants()[.dialer]?.program == nil { try await pause() }
        }
    }

    @Test func `stays while manifests cannot be read`() async throws {
        try await ServiceFixture.run { fixture in
            try await fixture.makeDefaultDialer()
            fixture.catalog.fail(with: Self.trouble)
            await fixture.board.appsChanged()
            while fixture.time.sleeperCount < 1 { try await pause() }
            fixture.time.advance(by: Switchboard.patienceForHolders)
            while fixture.time.sleeperCount < 1 { try await pause() }
            #expect(try await Self.grants(fixture).count == 1)
            fixture.catalog.replace([])
            fixture.time.advance(by: Switchboard.patienceForHolders)
            while fixture.time.sleeperCount < 1 { try await pause() }
            fixture.time.advance(by: Switchboard.patienceForHolders)
            while try await !Self.grants(fixture).isEmpty { try await pause() }
        }
    }

    @Test func `is taken away at once on a full disk, and given not at all`() async throws {
        try await ServiceFixture.run { fixture in
            try await fixture.makeDefaultDialer()
            fixture.store.fail(with: Self.trouble)
            try await fixture.board.clearRole(.dialer, by: .app(.control))
            #expect(try await Self.grants(fixture).isEmpty)
            #expect(await Self.isDialer(.dialer, fixture) == false)
            await #expect(throws: Self.trouble) {
                try await fixture.board.setRole(.dialer, to: "org.example.other", by: .app(.control))
            }
            #expect(try await Self.grants(fixture).isEmpty)
            fixture.store.fail(with: nil)
            #expect(try await fixture.store.grants().count == 1)
            while fixture.time.sleeperCount < 1 { try await pause() }
            fixture.time.advance(by: Switchboard.roleRetryInterval)
            while try await !fixture.store.grants().isEmpty { try await pause() }
        }
    }

    @Test func `taken away before it was read stays empty`() async throws {
        let fixture = ServiceFixture()
        try await fixture.store.setGrant(Self.grant(nil), for: .dialer)
        fixture.store.fail(with: Self.trouble)
        await fixture.board.prepare()
        try await fixture.serving { fixture in
            try await fixture.board.clearRole(.dialer, by: .app(.control))
            fixture.store.fail(with: nil)
            #expect(try await Self.grants(fixture).isEmpty)
            while fixture.time.sleeperCount < 1 { try await pause() }
            fixture.time.advance(by: Switchboard.roleRetryInterval)
            while try await !fixture.store.grants().isEmpty { try await pause() }
        }
    }
}

@Suite("The book of roles")
struct RoleBookTests {
    private let grant = RoleGrant(bundleIdentifier: "org.example.dialer", sinceSequence: 0, grantedAt: .distantPast)

    @Test func `has no role that was taken away while it was read`() {
        var book = RoleBook()
        book.take(.dialer)
        _ = book.nextToWrite()
        book.read([.dialer: grant])
        #expect(book.grants.isEmpty)
    }

    @Test func `gives no role that was taken away meanwhile`() throws {
        var book = RoleBook()
        book.read([:])
        let ticket = book.ticket(for: .dialer)
        book.take(.dialer)
        #expect(throws: TelephonyError.self) { try book.give(.dialer, to: grant, ticket: ticket) }
        #expect(book.grants.isEmpty)
        // What was written for it is taken back.
        let next = book.nextToWrite()
        #expect(next?.role == .dialer && next?.grant == nil)
        #expect(book.nextToWrite() == nil)
    }

    @Test func `writes what failed to be written again`() throws {
        var book = RoleBook()
        book.read([.dialer: grant])
        #expect(book.nextToWrite() == nil)
        book.take(.dialer)
        #expect(book.nextToWrite() != nil)
        book.writingFailed(.dialer)
        #expect(book.nextToWrite() != nil)
    }
}
