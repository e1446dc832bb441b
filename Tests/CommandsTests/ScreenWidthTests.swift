// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import FoundationEssentials
import Glibc
import Testing

@testable import Commands

@Suite("What fits on a screen")
struct ScreenWidthTests {
    @Test(
        arguments: [
            ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("\u{200B}", 0), ("ｱ", 1), ("Ａ", 2), ("한국", 4), ("نام", 3),
            ("📞", 2),
        ])
    func `a character has its width`(_ text: String, _ width: Int) {
        #expect(text.columns == width)
    }

    @Test func `columns stand below each other`() {
        var table = TextTable(["NAME", "ID"])
        table.add(["日本語", "1"])
        table.add(["e\u{301}a", "2"])
        #expect(table.lines() == ["NAME    ID", "日本語  1", "e\u{301}a      2"])
    }

    @Test func `a long name is cut and a short one is not`() async {
        var world = ScriptedDaemon.World()
        world.history = [Samples.row(String(repeating: "名", count: 200)), Samples.row("Ann")]
        let lines = await TypedCommand("history", ScriptedDaemon(world)).output.split(separator: "\n")
        #expect(lines.allSatisfy { String($0).columns < 120 })
        #expect(lines[1].contains("…") && lines[2].contains("(Ann)"))
    }

    @Test func `joiners of Persian and Hindi stay, those in ASCII do not`() {
        #expect("می\u{200C}خواهم".printable == "می\u{200C}خواهم")
        #expect("क्\u{200D}ष".printable == "क्\u{200D}ष")
        #expect("a\u{200D}b\u{200C}".printable == "a\u{FFFD}b\u{FFFD}")
        #expect("\u{200C}م".printable == "\u{FFFD}م")
    }

    @Test(arguments: [30, 40, 60, 80, 120])
    func `help is no wider`(_ columns: Int) async {
        for text in ["help"] + CommandTable.commands.map({ "help \($0.help.name)" }) {
            let lines = await TypedCommand(text, columns: columns).output.split(separator: "\n")
            // A word that is longer has a line of its own.
            #expect(lines.allSatisfy { $0.count <= columns || $0.split(separator: " ").count == 1 }, "\(text)")
        }
        let overview = await TypedCommand("help", columns: columns).output
        #expect(CommandTable.commands.allSatisfy { overview.contains("\n  \($0.help.name)") })
        let usual = await TypedCommand("help").output.split(separator: "\n")
        #expect(usual.allSatisfy { $0.count <= 80 })
    }

    @Test(arguments: [40, 60, 80])
    func `tables are no wider`(_ columns: Int) async {
        var world = ScriptedDaemon.World()
        world.history = [Samples.row("Somebody with a name")]
        let why = "the database cannot be written: make the file and its folder writable, and start again"
        world.audit = [
            AuditInfo(
                date: Samples.date.timeIntervalSinceReferenceDate, app: "org.example.dialer", act: "call",
                target: "••00", outcome: "refused",
                reason: why)
        ]
        for text in ["history", "audit"] {
            let run = await TypedCommand(text, ScriptedDaemon(world), columns: columns)
            #expect(run.output.split(separator: "\n").allSatisfy { String($0).columns <= columns }, "\(run.output)")
            let words = run.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
            #expect(text == "history" || words.contains("folder writable"))
        }
        let whole = await TypedCommand("audit", ScriptedDaemon(world))
        #expect(whole.output.contains(why))
    }

    @Test func `times are of the zone that holds now`() async {
        await #expect(processExitsWith: .success) {
            setenv("TZ", "AAA-1", 1)
            let before = LocalTime().time(Date(timeIntervalSince1970: 0))
            setenv("TZ", "BBB-5", 1)
            let after = LocalTime().time(Date(timeIntervalSince1970: 0))
            exit(before == "01:00:00" && after == "05:00:00" ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }
}
