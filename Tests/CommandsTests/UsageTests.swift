// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Testing

@testable import Commands

@Suite("How commands are typed")
struct UsageTests {
    @Test(
        "wrong usage is status 2, one line, and asks the daemon nothing",
        arguments: [
            "", "nonsense", "roles nonsense", "simulate", "simulate nonsense", "dial", "dial 1 2",
            "dial 5550100 --nope",
            "dial 5550100 --service", "dial 5550100 --wait=1", "dial --wait --wait 5550100", "status more",
            "history --limit", "history --limit many", "history --limit -1", "roles set dialer",
            "roles set king org.example.a", "roles clear", "answer one two", "simulate coverage maybe",
            "simulate incoming", "simulate plug", "history read", "history delete", "history read aaaa --all",
            "redial one two", "completions", "completions tcsh", "dial tel:+15550100", "dial TELEPHONY:5550100",
            "apps register", "help nonsense",
        ])
    func wrongUsage(_ text: String) async {
        let run = await TypedCommand(text)
        #expect(run.status == 2)
        #expect(run.errors.count == 1)
        #expect(run.errors.first?.hasPrefix("dialtone: ") == true)
        #expect(run.errors.first?.contains("\n") == false)
        #expect(run.output.isEmpty)
        #expect(run.asked.isEmpty)
    }

    @Test("every command has help, which names it and its options", arguments: CommandTable.commands.map { $0.help })
    func everyCommandHasHelp(_ help: CommandHelp) async {
        for text in ["\(help.name) --help", "help \(help.name)", "\(help.name) -h"] {
            let run = await TypedCommand(text)
            #expect(run.status == 0)
            #expect(run.output.hasPrefix("usage: dialtone \(help.name)"))
            #expect(help.options.allSatisfy { run.output.contains($0.name) })
            #expect(run.asked.isEmpty)
        }
    }

    @Test("the overview lists every command", arguments: ["help", "--help", "-h"])
    func overview(_ text: String) async {
        let run = await TypedCommand(text)
        #expect(run.status == 0)
        #expect(CommandTable.commands.allSatisfy { run.output.contains("  \($0.help.name)") })
    }

    @Test("the manual page has every command", arguments: CommandTable.commands.map { $0.help.name })
    func manualPage(_ name: String) throws {
        let page = URL(filePath: #filePath).appending(path: "../../../packaging/man/dialtone.1").standardized
        let commands = try String(contentsOf: page, encoding: .utf8).split(separator: "\n.TP\n").dropFirst()
        // One paragraph has all that simulate does: .BR "simulate alert" | answer | hangup
        let word = name.hasPrefix("simulate ") ? name.dropFirst("simulate ".count) : name[...]
        #expect(commands.contains { $0.contains(word) }, "packaging/man/dialtone.1 lacks \(name)")
    }

    @Test("a word that only begins commands has help of its own", arguments: ["help simulate", "simulate --help"])
    func groupHelp(_ text: String) async {
        let run = await TypedCommand(text)
        #expect(run.status == 0)
        #expect(run.output.contains("simulate incoming NUMBER"))
    }

    @Test("commands that read take --json", arguments: ["status", "services", "apps", "roles", "calls", "history"])
    func readingCommands(_ name: String) async {
        let run = await TypedCommand("\(name) --json")
        #expect(run.status == 0)
        #expect(run.output.hasPrefix(name == "status" ? "{" : "["))
    }

    @Test("after -- nothing is an option")
    func endOfOptions() async {
        let run = await TypedCommand("dial -- --wait")
        #expect(run.asked == ["dial --wait -"])
    }

    @Test("the version is told")
    func version() async {
        let run = await TypedCommand("--version")
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("dialtone "))
    }
}
