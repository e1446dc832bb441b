// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import Commands

@Suite("dialtone agent")
struct AgentTests {
    private func call(_ id: String, asker: String = "org.example.app", subject: String = "+15550100") -> PromptInfo {
        PromptInfo(
            id: id, act: "call", asker: asker, askerName: asker.isEmpty ? "" : "App", subject: subject, detail: "",
            previous: "",
            line: "")
    }

    /// An agent for which a second passes whenever it looks at the clock: nobody is hasty.
    private func agent(_ daemon: ScriptedDaemon, _ terminal: RecordingTerminal) -> Dialtone {
        let looks = Mutex(0)
        var program = Dialtone(terminal: terminal) { daemon }
        program.uptime = {
            .seconds(
                looks.withLock { looks in
                    looks += 1
                    return looks
                })
        }
        return program
    }

    /// Runs the agent while a body plays daemon and person, then ends the input.
    private func run(
        _ body: @escaping @Sendable (ScriptedDaemon, RecordingTerminal) async throws -> Void
    ) async throws -> (asked: [String], output: [String]) {
        let daemon = ScriptedDaemon()
        let terminal = RecordingTerminal()
        return try await within {
            async let status = agent(daemon, terminal).run(["agent"])
            try await body(daemon, terminal)
            terminal.typing.finish()
            #expect(await status == 0)
            return (daemon.asked, terminal.output)
        }
    }

    private func wait(_ terminal: RecordingTerminal, for line: String) async throws {
        while !terminal.output.contains(line) { try await pause() }
    }

    @Test func `asks with the app and the whole number, and allows by y alone`() async throws {
        let (asked, output) = try await run { daemon, terminal in
            daemon.prompting.yield(.show(call("one")))
            try await wait(terminal, for: "Allow? [y/N]")
            terminal.typing.yield("y")
            try await wait(terminal, for: "Allowed.")
        }
        #expect(asked == ["prompts terminal", "allow one"])
        #expect(output.contains("App (org.example.app) asks to call +15550100."))
    }

    @Test(arguments: ["", "n", "yeah", "Y "])
    func `declines by anything else`(_ typed: String) async throws {
        let (asked, _) = try await run { daemon, terminal in
            daemon.prompting.yield(.show(call("one")))
            try await wait(terminal, for: "Allow? [y/N]")
            terminal.typing.yield(typed)
            try await wait(terminal, for: "Declined.")
        }
        #expect(asked == ["prompts terminal", "decline one"])
    }

    @Test func `asks about an emergency call ahead of what is open, and then goes on with that`() async throws {
        let (asked, output) = try await run { daemon, terminal in
            daemon.prompting.yield(.show(call("one")))
            try await wait(terminal, for: "Allow? [y/N]")
            var emergency = call("two", subject: "112")
            emergency.act = "emergencyCall"
            daemon.prompting.yield(.show(emergency))
            try await wait(terminal, for: "App (org.example.app) asks to make an EMERGENCY call to 112.")
            terminal.typing.yield("y")
            try await wait(terminal, for: "Allowed.")
            terminal.typing.yield("n")
            try await wait(terminal, for: "Declined.")
        }
        #expect(asked == ["prompts terminal", "allow two", "decline one"])
        #expect(output.count { $0 == "App (org.example.app) asks to call +15550100." } == 2)
    }

    @Test func `asks one question after the other, and drops one that is gone`() async throws {
        let (asked, output) = try await run { daemon, terminal in
            daemon.prompting.yield(.show(call("one", subject: "5550101")))
            daemon.prompting.yield(.show(call("two", subject: "5550102")))
            daemon.prompting.yield(.show(call("three", subject: "5550103")))
            daemon.prompting.yield(.dismiss("two"))
            daemon.prompting.yield(.dismiss("one"))
            try await wait(terminal, for: "App (org.example.app) asks to call 5550103.")
            terminal.typing.yield("y")
            try await wait(terminal, for: "Allowed.")
        }
        #expect(asked == ["prompts terminal", "allow three"])
        #expect(!output.contains { $0.contains("5550102") })
    }

    @Test func `takes nothing typed before the question for its answer`() async throws {
        let (asked, _) = try await run { daemon, terminal in
            terminal.typing.yield("y")
            try await wait(terminal, for: "Waiting for questions. Ctrl-C ends.")
            for _ in 0..<1_000 { await Task.yield() }
            daemon.prompting.yield(.show(call("one")))
            try await wait(terminal, for: "Allow? [y/N]")
        }
        #expect(asked == ["prompts terminal"])
    }

    @Test func `asks again when the answer came too early`() async throws {
        let (asked, output) = try await run { daemon, terminal in
            daemon.prompting.yield(.show(call("hasty")))
            try await wait(terminal, for: "Allow? [y/N]")
            terminal.typing.yield("y")
            try await wait(terminal, for: "too early; answer again")
            terminal.typing.yield("y")
            try await wait(terminal, for: "Allowed.")
        }
        #expect(asked == ["prompts terminal", "allow hasty", "allow hasty"])
        #expect(output.count { $0 == "Allow? [y/N]" } == 2)
    }

    @Test func `takes nothing typed for one question as the answer to the one that took its place`() async throws {
        let (daemon, terminal, now) = (ScriptedDaemon(), RecordingTerminal(), SharedDuration())
        var program = Dialtone(terminal: terminal) { daemon }
        program.uptime = { now.value }
        let agent = program
        try await within {
            async let status = agent.run(["agent"])
            daemon.prompting.yield(.show(call("one", subject: "5550101")))
            daemon.prompting.yield(.show(call("two", subject: "5550102")))
            try await wait(terminal, for: "App (org.example.app) asks to call 5550101.")
            now.advance(by: .seconds(5))
            daemon.prompting.yield(.dismiss("one"))
            try await wait(terminal, for: "App (org.example.app) asks to call 5550102.")
            now.advance(by: .milliseconds(499))
            terminal.typing.yield("y")
            try await wait(terminal, for: "That came too early to be meant for this question; answer again.")
            #expect(daemon.asked == ["prompts terminal"])
            now.advance(by: .milliseconds(1))
            terminal.typing.yield("y")
            try await wait(terminal, for: "Allowed.")
            terminal.typing.finish()
            #expect(await status == 0)
        }
        #expect(daemon.asked == ["prompts terminal", "allow two"])
    }

    @Test func `goes on when the daemon comes back, and ends with the reason when it is not let`() async throws {
        let daemon = ScriptedDaemon()
        let terminal = RecordingTerminal()
        try await within {
            async let status = agent(daemon, terminal).run(["agent"])
            daemon.prompting.yield(.show(call("one")))
            try await wait(terminal, for: "Allow? [y/N]")
            daemon.prompting.yield(.daemonGone)
            try await wait(terminal, for: "The daemon has gone, and its questions with it.")
            terminal.typing.yield("y")
            daemon.prompting.yield(.daemonBack)
            daemon.prompting.yield(.show(call("two", subject: "5550102")))
            try await wait(terminal, for: "App (org.example.app) asks to call 5550102.")
            terminal.typing.yield("y")
            try await wait(terminal, for: "Allowed.")
            daemon.prompting.yield(.refused(TelephonyError(.notAllowed, "not in the foreground")))
            #expect(await status == 1)
        }
        #expect(daemon.asked == ["prompts terminal", "allow two"])
        #expect(terminal.errors.contains { $0.contains("not in the foreground") })
    }

    @Test(arguments: [
        ("call", "A link asks to call +15550100."),
        ("emergencyCall", "A link asks to make an EMERGENCY call to +15550100."),
        ("future", "A link asks for future +15550100, which this version does not know."),
    ])
    func `names no app for a link`(_ act: String, _ sentence: String) {
        var prompt = call("one", asker: "")
        prompt.act = act
        #expect(Question(prompt).text == sentence)
    }

    @Test(arguments: [("2", "allow one on b"), ("3", "decline one"), ("y", "decline one"), ("", "decline one")])
    func `asks for a line by its number, and anything else declines`(_ typed: String, _ answer: String) async throws {
        let (asked, output) = try await run { daemon, terminal in
            var prompt = call("one")
            prompt.choices = [ServiceInfo(id: "a", label: "First"), ServiceInfo(id: "b", label: "Second")]
            daemon.prompting.yield(.show(prompt))
            try await wait(terminal, for: "On which line? [1-2, anything else declines]")
            terminal.typing.yield(typed)
            while !terminal.output.contains("Allowed.") && !terminal.output.contains("Declined.") { try await pause() }
        }
        #expect(asked == ["prompts terminal", answer])
        #expect(output.contains("  1  First") && output.contains("  2  Second"))
    }

    @Test func `lets nobody allow what this version cannot show`() {
        var prompt = call("one")
        prompt.act = "fromTheFuture"
        #expect(Question(prompt).lines.last?.contains("update dialtone") == true)
        #expect(!Question(prompt).answer(typed: "y").isAllowed)
        prompt.choices = [ServiceInfo(id: "a", label: "First")]
        #expect(!Question(prompt).answer(typed: "1").isAllowed)
    }

    @Test func `names both apps when a role changes hands`() {
        let prompt = PromptInfo(
            id: "one", act: "takeRole", asker: "org.example.app", askerName: "App", subject: "dialer",
            detail: "App (org.example.app)",
            previous: "Other", line: "")
        #expect(
            Question(prompt).text
                == "App (org.example.app) asks to make App (org.example.app) the default dialer app, in place of Other."
        )
    }

    @Test func `audit shows decisions as a table and as JSON`() async throws {
        var world = ScriptedDaemon.World()
        world.audit = [
            AuditInfo(
                date: 0, app: "org.example.app", act: "start", target: "••23",
                outcome: "Declined",
                reason: "the person declined")
        ]
        let table = await TypedCommand("audit", ScriptedDaemon(world))
        #expect(table.status == 0 && table.output.contains("start ••23"))
        let json = await TypedCommand("audit --json", ScriptedDaemon(world))
        #expect(json.output.contains("\"outcome\" : \"Declined\""))
    }
}

/// A time that a test sets.
private final class SharedDuration: Sendable {
    private let time = Mutex(Duration.zero)
    var value: Duration { time.withLock(\.self) }
    func advance(by duration: Duration) { time.withLock { $0 += duration } }
}

@Suite("dialtone open and dialtone lines")
struct LinkAndLineCommandTests {
    @Test func `hand over what was typed`() async throws {
        var world = ScriptedDaemon.World()
        let (one, two) = (Samples.a, Samples.b)
        world.services = [Samples.service(one, "One"), Samples.service(two, "Two")]
        let opened = await TypedCommand("open tel:+15550100", ScriptedDaemon(world))
        #expect(opened.asked == ["open tel:+15550100"] && opened.output == world.dialed)
        #expect(await TypedCommand("lines default \(two)", ScriptedDaemon(world)).asked.last == "default \(two)")
        #expect(await TypedCommand("lines default ask", ScriptedDaemon(world)).asked == ["default ask"])
        #expect(
            await TypedCommand("lines remember 5550100 \(one)", ScriptedDaemon(world)).asked.last
                == "remember 5550100 \(one)")
        #expect(await TypedCommand("lines forget 5550100", ScriptedDaemon(world)).asked == ["remember 5550100 -"])
        let list = await TypedCommand("lines --json", ScriptedDaemon(world))
        #expect(list.output.contains("\"isDefault\" : true"))
        #expect(await TypedCommand("lines default zzzz", ScriptedDaemon(world)).status == 1)
    }
}
