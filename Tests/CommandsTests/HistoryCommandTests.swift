// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import TestSupport
import Testing

@testable import Commands

@Suite("The history from the command line")
struct HistoryCommandTests {
    private func daemon(_ rows: [HistoryEntry], services: [String] = []) -> ScriptedDaemon {
        var world = ScriptedDaemon.World()
        world.history = rows
        world.services = services.map { Samples.service($0) }
        return ScriptedDaemon(world)
    }

    private let rows = [
        Samples.row(), Samples.row(id: Samples.b, direction: "outgoing", service: Samples.b),
    ]

    @Test(
        arguments: [
            ("history read aaaaa", "read \(Samples.a)"), ("history read aaaaa aaaab", "read \(Samples.a) \(Samples.b)"),
            ("history read --all", "read \(Samples.a) \(Samples.b)"), ("history delete aaaab", "delete \(Samples.b)"),
            ("history delete --all", "delete \(Samples.a) \(Samples.b)"),
        ])
    func `is marked and deleted by what was typed`(_ text: String, _ request: String) async {
        let run = await TypedCommand(text, daemon(rows))
        #expect(run.status == 0)
        #expect(run.asked.contains(request))
        #expect(
            run.output.contains(request.contains(" AAAABBBB") && request.contains(" AAAAAAAA") ? "2 rows" : "1 row"))
    }

    @Test func `says so when a row stays`() async {
        var world = ScriptedDaemon.World()
        world.history = rows
        world.conversations = [Samples.conversation()]
        let run = await TypedCommand("history delete aaaaa", ScriptedDaemon(world))
        #expect(run.status == 1)
        #expect(run.output == "0 rows are deleted.")
    }

    @Test func `redials on the line of the row while it is there`() async {
        let there = await TypedCommand("redial", daemon(rows, services: [Samples.a, Samples.b]))
        #expect(there.asked.last == "dial 5550100 \(Samples.b)")
        let gone = await TypedCommand("redial", daemon(rows, services: [Samples.a]))
        #expect(gone.asked.last == "dial 5550100 -")
        let back = await TypedCommand("redial aaaaa", daemon(rows))
        #expect(back.asked == ["history AAAAA", "dial 5550100 -"])
    }

    @Test func `has nothing to redial`() async {
        var hidden = Samples.row()
        hidden.handles = []
        var mail = Samples.row()
        mail.handles = [Handle(type: .emailAddress, value: "a@example.com")]
        for (text, rows) in [("redial", []), ("redial aaaaa", [hidden]), ("redial aaaaa", [mail])] {
            let run = await TypedCommand(text, daemon(rows))
            #expect(run.status == CommandStatus.notDialed.rawValue)
            #expect(!run.asked.contains { $0.hasPrefix("dial") })
        }
    }

    @Test(
        arguments: [
            ["hangup", ""], ["answer", ""], ["lines", "default", ""], ["lines", "remember", "5550100", ""],
            ["history", "delete", ""], ["history", "read", ""], ["redial", ""],
        ])
    func `takes no empty identifier`(_ words: [String]) async {
        let daemon = ScriptedDaemon()
        let terminal = RecordingTerminal()
        #expect(await Dialtone(terminal: terminal) { daemon }.run(words) == 2)
        #expect(daemon.asked.isEmpty)
    }

    @Test func `names the line where there are two`() async {
        let two = await TypedCommand("history", daemon(rows, services: [Samples.a, Samples.b]))
        #expect(two.output.contains("  LINE"))
        let one = await TypedCommand("history", daemon(rows, services: [Samples.b]))
        #expect(!one.output.contains("  LINE"))
        let gone = await TypedCommand("history", daemon(rows, services: [Samples.a]))
        #expect(gone.output.hasSuffix("  AAAABBBB  AAAABBBB"))
        #expect(await TypedCommand("history", daemon([rows[0]])).asked == ["history 20"])
    }

    @Test func `hangup passes over what is ending already`() async {
        var world = ScriptedDaemon.World()
        world.conversations = [Samples.conversation(Samples.a, .ending), Samples.conversation(Samples.b)]
        let run = await TypedCommand("hangup", ScriptedDaemon(world))
        #expect(run.asked.last == "end \(Samples.b)")
    }

    @Test(arguments: ["history", "history read --all", "history delete --all", "redial"])
    func `says that it waits for a disk that is slow`(_ text: String) async throws {
        var world = ScriptedDaemon.World()
        world.history = rows
        let (disk, goOn) = AsyncStream<Void>.makeStream()
        world.disk = disk
        let (daemon, terminal) = (ScriptedDaemon(world), RecordingTerminal())
        var program = Dialtone(terminal: terminal) { daemon }
        program.silence = .zero
        try await within { [program] in
            async let status = program.run(text.split(separator: " ").map(String.init))
            while terminal.errors.isEmpty { try await pause() }
            goOn.finish()
            #expect(await status == 0)
        }
        #expect(terminal.errors.first?.contains("its disk may be slow") == true)
    }
}
