// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The article's app, which knows nothing but LiveCommunicationKit, on an installed system.
@Suite(.serialized, .needsDialtone)
struct `An app as the article has it` {
    /// A row as the app prints it.
    struct Row: Decodable {
        var id: UUID
    }

    static let program = BuiltProgram.path("ArticleDialer")

    static func run(
        on network: DialtoneRig.Network = .simulated("instant"), _ body: (DialtoneRig) async throws -> Void
    ) async throws {
        try await DialtoneRig.run(on: network) { rig in
            try rig.install(.articleDialer)
            try await rig.waitForLine()
            try await body(rig)
        }
    }

    static func makeDefault(_ rig: DialtoneRig) async throws {
        try await rig.ask("roles", "set", "dialer", AppManifest.articleDialer.bundleIdentifier)
    }

    static func run(_ rig: DialtoneRig, _ words: String...) async throws -> RunningProgram.Ending {
        try await rig.start([program] + words).end()
    }

    static func rows(_ line: String) throws -> [UUID] { try [Row](printed: line).map(\.id) }

    @Test func `that is not the default dialer may not dial before the person agreed`() async throws {
        try await Self.run { rig in
            let ending = try await Self.run(rig, "dial", "+15550103")
            #expect(ending.status == 1)
            #expect(ending.errors.last?.contains("has to be asked") == true, "\(ending.errors)")
            #expect(try await rig.rows().isEmpty)
        }
    }

    @Test func `sees the services that it may dial on`() async throws {
        try await Self.run { rig in
            let ending = try await Self.run(rig, "services")
            let seen = try [Row](printed: ending.text).map(\.id)
            #expect(try await rig.services().map(\.id) == seen)
        }
    }

    @Test func `without an entitlement sees no service and may not dial`() async throws {
        try await Self.run { rig in
            var app = AppManifest.articleDialer
            app.entitlements = []
            try rig.install(app)
            #expect(try await Self.run(rig, "services").text == "[]")
            let ending = try await Self.run(rig, "dial", "+15550103")
            #expect(ending.status == 1)
            #expect(ending.errors.last?.contains("entitlement") == true, "\(ending.errors)")
            try await rig.expectFailure("roles", "set", "dialer", app.bundleIdentifier, saying: "entitlement")
        }
    }

    @Test func `that is the default dialer dials at once and reads what happened since`() async throws {
        try await Self.run { rig in
            // Of before it took the role: not its business.
            try await rig.ask("dial", "+15550103", "--wait")
            try await Self.makeDefault(rig)
            let dialing = try await Self.run(rig, "dial", "+15550103")
            #expect(dialing.status == 0, "\(dialing.errors)")
            try await rig.waitForNoConversations()
            let all = try await rig.rows().map(\.id)
            #expect(all.count == 2)
            let ending = try await Self.run(rig, "history")
            #expect(try Self.rows(ending.text) == Array(all.prefix(1)))
            try await rig.ask("roles", "clear", "dialer")
            #expect(try await Self.run(rig, "dial", "+15550103").status == 1)
        }
    }

    @Test func `gets its message for every change, also after dialtoned was started again`() async throws {
        try await Self.run { rig in
            try await Self.makeDefault(rig)
            let app = try rig.start([Self.program, "watch"])
            let first = try await rig.dial("+15550103")
            try await Self.waitFor([first], in: app)
            try rig.daemon.kill()
            try await rig.startDaemon()
            try await rig.waitForLine()
            let second = try await rig.dial("+15550103")
            try await Self.waitFor([second, first], in: app)
        }
    }

    @Test(.needsModemManager)
    func `reaches the real modem with exactly its digits`() async throws {
        try await Self.run(on: .modemManager(.cinterion, "manual")) { rig in
            try await Self.makeDefault(rig)
            let tail = try rig.modems.simulator.tail()
            let dialing = try await Self.run(rig, "dial", "+1 (555) 01-00")
            #expect(dialing.status == 0, "\(dialing.errors)")
            try await tail.next("the dialing") { $0.contains(#""ATD+15550100;"#) }
            for act in ["alert", "answer"] { try rig.tell(#"{"do":"\#(act)"}"#) }
            let id = try await rig.waitForState("joined")
            try rig.tell(#"{"do":"hangup"}"#)
            try await rig.waitForNoConversations()
            #expect(try Self.rows(try await Self.run(rig, "history").text) == [id])
        }
    }

    private static func waitFor(_ ids: [UUID], in app: RunningProgram) async throws {
        try await app.output.next("the rows \(ids)") { (try? rows($0)) == ids }
    }
}
