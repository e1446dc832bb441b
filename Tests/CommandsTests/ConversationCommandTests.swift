// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import TestSupport
import Testing

@testable import Commands

@Suite("Conversations from the command line")
struct ConversationCommandTests {
    private func daemon(_ conversations: ConversationInfo...) -> ScriptedDaemon {
        var world = ScriptedDaemon.World()
        world.conversations = conversations
        return ScriptedDaemon(world)
    }

    @Test("the only conversation need not be named")
    func onlyConversation() async {
        let run = await TypedCommand("hangup", daemon(Samples.conversation()))
        #expect(run.status == 0)
        #expect(run.asked.last == "end \(Samples.a)")
    }

    @Test("answer without an ID takes the one that rings")
    func onlyRinging() async {
        let ringing = Samples.conversation(Samples.b, .ringing, direction: "incoming", connected: false)
        let run = await TypedCommand("answer", daemon(Samples.conversation(), ringing))
        #expect(run.asked.last == "answer \(Samples.b)")
    }

    @Test(
        "a conversation is shown by its phase, in a table and in JSON beside Apple's state",
        arguments: ConversationPhase.allCases)
    func phases(_ phase: ConversationPhase) async {
        let up = Samples.conversation(Samples.a, phase, direction: "incoming", connected: false)
        #expect(await TypedCommand("calls", daemon(up)).output.contains("AAAAAAAA  \(phase.rawValue)"))
        let json = await TypedCommand("calls --json", daemon(up)).output
        #expect(json.contains("\"phase\" : \"\(phase.rawValue)\""))
        #expect(json.contains("\"state\" : \"\(phase.state.rawValue)\""))
    }

    @Test("with two or none up, an ID is asked for")
    func notOne() async {
        let two = await TypedCommand("hangup", daemon(Samples.conversation(), Samples.conversation(Samples.b)))
        let none = await TypedCommand("hangup")
        #expect(two.status == 1 && two.asked == ["conversations"])
        #expect(none.status == 1 && none.asked == ["conversations"])
    }

    @Test("an ID may be shortened, in any case, to what is unique", arguments: ["aaaaa", "AAAAAAAA-0000", "aAaAa"])
    func prefix(_ text: String) async {
        let run = await TypedCommand("hangup \(text)", daemon(Samples.conversation(), Samples.conversation(Samples.b)))
        #expect(run.asked.last == "end \(Samples.a)")
    }

    @Test("an ID that fits two or none is refused", arguments: ["aaaa", "c", "AAAAAAAA-0000-4000-8000-0000000000011"])
    func badPrefix(_ text: String) async {
        let run = await TypedCommand("hangup \(text)", daemon(Samples.conversation(), Samples.conversation(Samples.b)))
        #expect(run.status == 1)
        #expect(run.asked == ["conversations"])
    }

    @Test("dial prints the conversation's ID")
    func dial() async {
        let daemon = ScriptedDaemon()
        let run = await TypedCommand("dial 5550100", daemon)
        #expect(run.output == daemon.world.dialed)
        #expect(run.asked == ["dial 5550100 -"])
    }

    @Test("dial on a service takes its shortened ID")
    func dialOnService() async {
        var world = ScriptedDaemon.World()
        world.services = [Samples.service(Samples.a, "A"), Samples.service(Samples.b, "B")]
        let run = await TypedCommand("dial --service aaaab 5550100", ScriptedDaemon(world))
        #expect(run.asked.last == "dial 5550100 \(Samples.b)")
    }

    @Test("dial --wait subscribes first, shows each state once, and ends with the conversation")
    func wait() async {
        var world = ScriptedDaemon.World()
        world.dialed = Samples.a
        world.changes = [
            Samples.conversation(Samples.a, .dialing, connected: false), Samples.conversation(Samples.b, .ended),
            Samples.conversation(Samples.a, .dialing, connected: false), Samples.conversation(Samples.a, .active),
            Samples.conversation(Samples.a, .ended, outcome: "connected"), Samples.conversation(Samples.a, .ended),
        ]
        let run = await TypedCommand("dial 5550100 --wait", ScriptedDaemon(world))
        #expect(run.status == 0)
        #expect(run.output == "dialing\nactive\nended (connected)")
        #expect(run.asked == ["events conversations", "dial 5550100 -"])
    }

    @Test(
        "dial takes digits of any script as a person types them, and leaves the rest as it is",
        arguments: [("١١٢", "112"), ("+1-555-0100,1", "+1-555-0100,1"), ("５５５０１００", "5550100"), ("abc", "abc")])
    func typedDigits(_ typed: String, _ dialed: String) async {
        #expect(await TypedCommand("dial \(typed)").asked == ["dial \(dialed) -"])
    }

    @Test("dial that takes long says what it may be waiting for, and goes on")
    func patience() async throws {
        var world = ScriptedDaemon.World()
        let (goAhead, letGo) = AsyncStream<Void>.makeStream()
        world.goAhead = goAhead
        let terminal = RecordingTerminal()
        let daemon = ScriptedDaemon(world)
        try await within {
            async let status = Dialtone(terminal: terminal) { daemon }.run(["dial", "5550100"])
            while terminal.errors.isEmpty { try await pause() }
            letGo.yield()
            #expect(await status == 0)
        }
        #expect(terminal.errors.count == 1 && terminal.errors[0].contains("dialtone agent"))
        #expect(terminal.output == [daemon.world.dialed])
    }

    @Test(
        "tones sends them in the conversation that is joined, or goes on in the one in which some wait",
        arguments: [("tones 12#", "tones 12# \(Samples.a)"), ("tones", "go on \(Samples.b)")])
    func tones(_ text: String, _ request: String) async {
        var world = ScriptedDaemon.World()
        var waiting = Samples.conversation(Samples.b, .held)
        waiting.waitingTones = "77#"
        world.conversations = [Samples.conversation(Samples.a), waiting]
        #expect(await TypedCommand(text, ScriptedDaemon(world)).asked.last == request)
        #expect(await TypedCommand("calls", ScriptedDaemon(world)).output.contains("77# waits for dialtone tones"))
    }

    @Test("a lost connection is no end of a conversation", arguments: ["dial 5550100 --wait", "monitor"])
    func lostConnection(_ text: String) async {
        let run = await TypedCommand(text)
        #expect(run.status == (text == "monitor" ? 1 : 5))
    }

    @Test(
        "history passes its limit on",
        arguments: [
            ("history", "history 20"), ("history --limit 5 --unread", "history 5 unread"),
            ("history --limit=0", "history all"),
        ])
    func historyLimit(_ text: String, _ request: String) async {
        #expect(await TypedCommand(text).asked == [request])
    }

    @Test("monitor shows a message of the network on one harmless line, and how to answer a question")
    func message() async {
        var world = ScriptedDaemon.World()
        world.messages = [
            MessageInfo(text: "\u{1B}[2JA\n\u{202E}B\r", service: Samples.b),
            MessageInfo(text: "1 or 2?", service: "", session: Samples.a),
        ]
        let run = await TypedCommand("monitor", ScriptedDaemon(world))
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasSuffix("  network  \u{FFFD}[2JA / \u{FFFD}B\u{FFFD}") == true)
        #expect(lines.last?.hasSuffix("  network  1 or 2?  answer: dialtone ussd --session \(Samples.a)") == true)
    }

    @Test("a name from the network cannot move the cursor")
    func hostileName() async {
        var world = ScriptedDaemon.World()
        world.history = [Samples.row("\u{1B}[2J\u{202E}evil\r\n")]
        let run = await TypedCommand("history", ScriptedDaemon(world))
        #expect(run.output.split(separator: "\n").count == 2)
        #expect(!run.output.unicodeScalars.contains { "\u{1B}\u{202E}\r".unicodeScalars.contains($0) })
        #expect(run.output.contains("evil"))
    }
}
