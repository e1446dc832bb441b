// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
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

    @Test("the manual page has every command with its options, and no line that man would obey by mistake")
    func manualPage() async {
        let lines = await TypedCommand("manual").output.split(separator: "\n").map(String.init)
        for help in CommandTable.commands.map(\.help) {
            #expect(lines.contains { $0.hasPrefix(".B \(help.name)") }, "\(help.name)")
            #expect(
                help.options.allSatisfy { option in
                    lines.contains(".B " + option.synopsis.replacing("-", with: "\\-"))
                }, "\(help.name)")
        }
        let requests: Set = [".TH", ".SH", ".TP", ".IP", ".PP", ".RS", ".RE", ".B", ".I", ".RI", ".BR", ".\\\""]
        for line in lines where line.hasPrefix(".") || line.hasPrefix("'") {
            #expect(requests.contains(String(line.prefix { $0 != " " })), "\(line)")
        }
    }

    @Test(
        "the manual page is one that man can read", .enabled(if: FileManager.default.isExecutableFile(atPath: Self.man))
    )
    func readableManual() async throws {
        let page = await TypedCommand("manual").output
        let script = "\(Self.man) --warnings -l - <<'END_OF_PAGE'\n\(page)\nEND_OF_PAGE"
        let man = try await RunningProgram(["/bin/bash", "-c", script], environment: ["LC_ALL": "C.UTF-8"]).end()
        #expect(man.status == 0 && man.errors.isEmpty, "\(man.errors)")
    }

    private static let man = "/usr/bin/man"

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
