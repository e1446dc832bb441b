// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import TestSupport
import Testing

@testable import Commands

@Suite("dialtone ussd")
struct USSDCommandTests {
    private func run(
        _ words: [String], replies: [CodeReply], typed: [String] = [], secret: String? = nil
    ) async throws -> (status: Int32, output: [String], errors: [String], asked: [String]) {
        var world = ScriptedDaemon.World()
        world.codeReplies = replies
        let daemon = ScriptedDaemon(world)
        let terminal = RecordingTerminal(secret: secret)
        typed.forEach { terminal.typing.yield($0) }
        terminal.typing.finish()
        let status = try await within { await Dialtone.silent(terminal, daemon).run(words) }
        return (status, terminal.output, terminal.errors, daemon.asked)
    }

    private let menu = CodeReply(text: "1 Balance\n2 Data", session: "s")

    @Test func `prints what the network says`() async throws {
        let run = try await run(["ussd", "*100#"], replies: [CodeReply(text: "Balance: \u{1B}[2J5.00")])
        #expect(run.status == 0)
        #expect(run.asked == ["run *100# -"])
        #expect(run.output.count == 1 && !run.output[0].contains("\u{1B}"))
    }

    @Test func `answers with each line that is typed, until the session is over`() async throws {
        let run = try await run(
            ["ussd", "*101#"], replies: [menu, CodeReply(text: "Days?", session: "s"), CodeReply(text: "Ordered")],
            typed: ["2", "7", "unread"])
        #expect(run.asked == ["run *101# -", "answer s 2", "answer s 7"])
        #expect(run.output == ["1 Balance", "2 Data", "Days?", "Ordered"])
    }

    @Test(arguments: [[], [""]])
    func `ends the session at the end of the input and at an empty line`(_ typed: [String]) async throws {
        let run = try await run(["ussd", "*101#"], replies: [menu], typed: typed)
        #expect(run.asked == ["run *101# -", "cancel s"])
    }

    @Test func `takes an answer without a text for one`() async throws {
        let run = try await run(["ussd", "*100#"], replies: [CodeReply(text: "")])
        #expect(run.status == 0)
        #expect(run.output.isEmpty)
        #expect(run.errors == ["The network answered, without a text."])
    }

    @Test func `says that the network ended the session`() async throws {
        var world = ScriptedDaemon.World()
        world.codeReplies = [menu]
        world.codeEnds = ["another", "s"]
        let daemon = ScriptedDaemon(world)
        let terminal = RecordingTerminal(secret: nil)
        let status = try await within { await Dialtone.silent(terminal, daemon).run(["ussd", "*101#"]) }
        #expect(status != 0)
        #expect(daemon.asked == ["run *101# -"])
        #expect(terminal.errors.contains { $0.contains("the session ended") })
    }

    @Test func `prints one line of JSON for each reply`() async throws {
        let run = try await run(
            ["ussd", "*101#", "--json"], replies: [menu, CodeReply(text: "Done")], typed: ["1"])
        #expect(
            run.output == [
                #"{"session":"s","text":"1 Balance\n2 Data"}"#, #"{"session":null,"text":"Done"}"#,
            ])
    }

    @Test func `goes on with a session that the network opened, without a code`() async throws {
        let run = try await run(
            ["ussd", "--session", "\(Samples.a)"], replies: [menu, CodeReply(text: "Sure?", session: "\(Samples.a)")],
            typed: ["1"])
        #expect(run.asked == ["answer \(Samples.a) 1", "cancel \(Samples.a)"])
        #expect(run.output == ["Sure?"])
    }

    @Test(arguments: [
        ["--session", "AAAA"], ["--session", "\(Samples.a)", "*100#"], ["--session", "\(Samples.a)", "--service", "A"],
    ])
    func `takes a whole session alone`(_ words: [String]) async throws {
        let run = try await run(["ussd"] + words, replies: [menu])
        #expect(run.status == 2)
        #expect(run.asked.isEmpty)
    }

    @Test func `takes a code that is typed unseen, and shows it nowhere`() async throws {
        let run = try await run(
            ["ussd"], replies: [CodeReply(text: "The PIN is changed.")], secret: "**04*1234*98765*98765#")
        #expect(run.asked == ["run **04*1234*98765*98765# -"])
        #expect(!(run.output + run.errors).contains { $0.contains("1234") || $0.contains("98765") })
    }
}
