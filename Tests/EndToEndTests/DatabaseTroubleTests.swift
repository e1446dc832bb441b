// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Calls are made and end whatever becomes of the database.
@Suite(.serialized, .needsDialtone)
struct `When the history cannot be kept` {
    /// A way to spoil the database, with what comes of it.
    struct Trouble: Sendable, CustomTestStringConvertible {
        var name: String
        var code: TelephonyError.Code
        /// Words of the reason.
        var reason: String
        /// What the daemon is started under.
        var command: [String] = []
        var spoil: @Sendable (DialtoneRig) async throws -> Void = { _ in }

        var testDescription: String { name }
    }

    static let newer = Trouble(name: "a newer file", code: .databaseNewer, reason: "newer Dialtone") { rig in
        try await makeDatabase(rig)
        try change(rig) { $0.replaceSubrange(60..<64, with: [0, 0, 3, 232]) }
    }

    static let unreadable = Trouble(name: "no database", code: .databaseUnreadable, reason: "not a SQLite") { rig in
        try rig.folder.write(String(repeating: "This is no database. ", count: 100), to: "state/dialtone.db")
    }

    static let readOnly = Trouble(
        name: "a read-only file", code: .databaseReadOnly, reason: "cannot be written", command: withoutPrivileges
    ) { rig in
        try await makeDatabase(rig)
        chmod(rig.database, 0o444)
        chmod(rig.folder.file("state"), 0o555)
    }

    static let full = Trouble(
        name: "a full disk", code: .diskFull, reason: "no room on the disk",
        command: ["/bin/sh", "-c", #"ulimit -f 0; exec "$0" "$@""#])

    /// Root may write everywhere, unless it gives that up.
    static let withoutPrivileges =
        geteuid() == 0
        ? ["/usr/bin/setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner", "--inh-caps=-all"] : []

    /// Lets the daemon make a database and end.
    static func makeDatabase(_ rig: DialtoneRig) async throws {
        let daemon = try await rig.startDaemon()
        daemon.signal(SIGTERM)
        try await daemon.end()
    }

    static func change(_ rig: DialtoneRig, _ body: (inout Data) -> Void) throws {
        let file = URL(filePath: rig.database)
        var data = try Data(contentsOf: file)
        body(&data)
        try data.write(to: file)
    }

    @Test(arguments: [newer, unreadable, readOnly, full])
    func `calls work, and status and history say why`(_ trouble: Trouble) async throws {
        try await DialtoneRig.run(on: .simulated("instant"), startsDaemon: false) { rig in
            try await trouble.spoil(rig)
            let before = try? Data(contentsOf: URL(filePath: rig.database))
            let daemon = try await rig.startDaemon(under: trouble.command)
            try await rig.ask("dial", "5550103", "--wait")
            #expect(try await rig.ask("status").contains(trouble.reason))
            try await rig.expectFailure("history", saying: trouble.reason)
            let client = rig.client()
            await #expect { try await client.history() } throws: { ($0 as? TelephonyError)?.code == trouble.code }
            await client.close()
            daemon.signal(SIGTERM)
            let ending = try await daemon.end()
            #expect(ending.status == 0)
            #expect(ending.errors.last?.contains("are lost") == true, "\(ending.errors)")
            // What cannot be read now is somebody's history all the same.
            chmod(rig.folder.file("state"), 0o755)
            if let before { #expect(try Data(contentsOf: URL(filePath: rig.database)) == before) }
        }
    }

    @Test func `for a while, the row waits and is written when it can be`() async throws {
        try await DialtoneRig.run(on: .simulated("instant"), startsDaemon: false) { rig in
            try await Self.unreadable.spoil(rig)
            try await rig.startDaemon()
            try await rig.ask("dial", "5550103", "--wait")
            unlink(rig.database)
            let rows = try await rig.rows()
            #expect(rows.map(\.status) == ["connected"])
            #expect(try await !rig.ask("status").contains(Self.unreadable.reason))
        }
    }

    @Test func `because the disk fills up, the rows wait until there is room`() async throws {
        try await DialtoneRig.run(on: .simulated("instant"), startsDaemon: false) { rig in
            let daemon = try await rig.startDaemon()
            try await rig.ask("dial", "5550103", "--wait")
            try await Self.limitFiles(of: daemon, rig, to: "0:unlimited")
            try await rig.ask("dial", "5550103", "--wait")
            #expect(try await rig.ask("status").contains(Self.full.reason))
            try await Self.limitFiles(of: daemon, rig, to: "unlimited")
            #expect(try await rig.rows().map(\.status) == ["connected", "connected"])
            #expect(try await !rig.ask("status").contains(Self.full.reason))
        }
    }

    /// Sets the largest size that the daemon may give a file (RLIMIT_FSIZE).
    private static func limitFiles(of daemon: RunningProgram, _ rig: DialtoneRig, to limit: String) async throws {
        let ending = try await rig.start(["/usr/bin/prlimit", "--pid", "\(daemon.pid)", "--fsize=\(limit)"]).end()
        try #require(ending.status == 0, "\(ending.errors)")
    }
}
