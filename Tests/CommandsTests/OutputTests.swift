// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import FoundationEssentials
import Testing

@testable import Commands

@Suite("What a person reads")
struct OutputTests {
    @Test("columns are as wide as their widest cell, and no line ends in blanks")
    func table() {
        var table = TextTable(["ID", "LABEL"])
        table.add(["12345", "A"])
        table.add(["1", ""])
        #expect(table.lines() == ["ID     LABEL", "12345  A", "1"])
    }

    @Test(
        "durations read as on a telephone",
        arguments: [
            (0.0, "0:00"), (1.99, "0:02"), (61.4, "1:01"), (3_599.5, "1:00:00"), (360_061.0, "100:01:01"), (-1.0, "?"),
        ])
    func durations(_ seconds: Double, _ text: String) {
        #expect(LocalTime().duration(seconds) == text)
    }

    @Test("a time that is no number is a question mark", arguments: [Double.nan, .infinity])
    func noTime(_ seconds: Double) {
        #expect(LocalTime().duration(seconds) == "?")
        #expect(LocalTime().dateAndTime(Date(timeIntervalSince1970: seconds)) == "?")
    }

    @Test("a hidden caller is shown as withheld")
    func withheld() {
        #expect([Handle]().text == "withheld")
    }

    @Test("status says which line can dial and why another cannot")
    func status() async {
        var world = ScriptedDaemon.World()
        world.status.backends = [.init(name: "modems", trouble: "")]
        world.status.lines = [
            .init(label: "A", service: Samples.a, trouble: ""), .init(label: "B", service: "", trouble: "no SIM"),
        ]
        let run = await TypedCommand("status", ScriptedDaemon(world))
        #expect(run.output.contains("version \(dialtoneVersion), developer mode, simulated network"))
        #expect(run.output.contains("A     AAAAAAAA  ready"))
        #expect(run.output.contains("B     -         no SIM"))
        #expect(run.output.contains("default dialer app   nobody"))
    }

    @Test("status says what it can when the roles cannot be read")
    func unreadRoles() async {
        var world = ScriptedDaemon.World()
        world.rolesTrouble = TelephonyError(.databaseUnreadable, "no disk")
        let run = await TypedCommand("status", ScriptedDaemon(world))
        #expect(run.output.contains("default apps") && run.output.contains("no disk"))
        #expect(run.output.contains("There is no line"))
    }

    @Test("status says what to do about a daemon that is old or asleep")
    func advice() async {
        var world = ScriptedDaemon.World()
        let silent = await TypedCommand("status", ScriptedDaemon(world))
        #expect(!silent.output.contains("systemctl") && !silent.output.contains("emergency"))
        world.status.isSimulated = false
        world.status.isReplaced = true
        world.startsAtLogin = false
        world.status.emergencyTrouble = "no file"
        let run = await TypedCommand("status", ScriptedDaemon(world))
        #expect(run.output.contains("restart dialtoned") && run.output.contains("enable dialtoned"))
        #expect(run.output.contains("emergency numbers    no file"))
    }

    @Test("lines shows which is the default and the numbers with a line of their own, also on a line that is not there")
    func lines() async {
        var world = ScriptedDaemon.World()
        world.services = [Samples.service(Samples.a, "A")]
        world.remembered = [
            RememberedLineInfo(number: "+15550101", service: Samples.a),
            RememberedLineInfo(number: "+15550102", service: Samples.b),
        ]
        let run = await TypedCommand("lines", ScriptedDaemon(world))
        #expect(run.output.contains("AAAAAAAA  A                        yes"))
        #expect(run.output.contains("+15550101  A\n+15550102  (AAAABBBB is not there)"))
        let json = await TypedCommand("lines --json", ScriptedDaemon(world))
        #expect(json.output.contains("\"+15550102\"") && json.output.contains("\"isDefault\" : true"))
    }

    @Test("a registered folder is named by its absolute path")
    func register() async {
        let run = await TypedCommand("apps register .")
        #expect(run.asked.first?.hasPrefix("register /") == true)
    }
}
