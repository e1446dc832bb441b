// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import Testing

@testable import Commands

@Suite("What is said when a command fails")
struct FailureTests {
    @Test(
        "a refusal is status 1 and one line, from any command",
        arguments: [
            "status", "services", "apps", "apps register .", "roles", "roles set dialer org.example.a",
            "roles clear calling", "dial 5550100", "dial 5550100 --wait", "calls", "answer", "hangup", "history",
            "monitor", "simulate incoming 5550100", "simulate busy", "simulate coverage off",
        ])
    func refusal(_ text: String) async {
        var world = ScriptedDaemon.World()
        world.failure = CommandFailure("there is no daemon; start dialtoned")
        let run = await TypedCommand(text, ScriptedDaemon(world))
        #expect(run.status == 1)
        #expect(run.errors == ["dialtone: there is no daemon; start dialtoned"])
        #expect(run.output.isEmpty)
    }

    @Test("a daemon that cannot be reached is status 1")
    func unreachable() async {
        let terminal = RecordingTerminal()
        let program = Dialtone(terminal: terminal) { throw CommandFailure("no bus; start a session bus") }
        #expect(await program.run(["status"]) == 1)
        #expect(terminal.errors == ["dialtone: no bus; start a session bus"])
    }

    @Test("a reader that goes away ends the program quietly")
    func closedOutput() async {
        var world = ScriptedDaemon.World()
        world.changes = [.dialing, .active, .ending, .ended].map { Samples.conversation(Samples.a, $0) }
        let run = await TypedCommand("monitor --json", ScriptedDaemon(world), readLimit: 2)
        #expect(run.status == 0)
        #expect(run.output.split(separator: "\n").count == 2)
        #expect(run.errors.isEmpty)
    }
}
