// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// `dialtone simulate …`: what the world outside a simulated modem can be made to do, one row an act.
struct SimulateCommand: Command {
    /// The act's word in dbus/org.dialtone.Simulation1.xml, and here.
    private let act: String
    private let arguments: [String: SimulationArgument]

    func run(_ context: Context) async throws { try await context.daemon.simulate(act, arguments) }

    private static let withheld = Option(name: "--withheld", help: "the caller hides the number")
    private static let asks = Option(name: "--asks", help: "the network waits for an answer")
    private static let newest = "NUMBER picks the call with that party; without it, the newest call."

    static let entries = [
        entry(
            "incoming", "NUMBER", "let somebody call",
            "With --withheld the number is what the network knows and does not tell.", options: [withheld]
        ) { word, typed in
            ["number": .text(word), "presentation": .text(typed.has(withheld) ? "restricted" : "allowed")]
        },
        entry("alert", "[NUMBER]", "let the called phone ring", newest, number),
        entry("answer", "[NUMBER]", "let the called person answer", newest, number),
        entry("hangup", "[NUMBER]", "let the other side hang up", newest, number),
        entry("busy", "[NUMBER]", "let the called phone be busy", newest, number),
        entry(
            "ussd", "TEXT", "let the network say something by itself", "It thanks for any answer.", options: [asks]
        ) { word, typed in ["text": .text(word), "asks": .flag(typed.has(asks))] },
        entry("coverage", "on|off", "let the modems see their network, or not", "") { word, _ throws(UsageError) in
            guard ["on", "off"].contains(word) else {
                throw UsageError("coverage is on or off, not '\(word.printable)'")
            }
            return ["on": .flag(word == "on")]
        },
        entry(
            "plug", "LINE", "plug a modem in again (sim0, sim1, …)",
            "Which modems there are is the scenario's: dialtoned --simulated=two-lines has two.", line),
        entry("unplug", "LINE", "pull a modem out", "", line),
    ]

    /// The act's arguments, out of the one word behind it ("" when it may be left out and was) and the options.
    private typealias Reading = @Sendable (String, Arguments) throws(UsageError) -> [String: SimulationArgument]

    private static let number: Reading = { word, _ in word.isEmpty ? [:] : ["number": .text(word)] }
    private static let line: Reading = { word, _ in ["line": .text(word)] }

    private static func entry(
        _ act: String, _ word: String, _ summary: String, _ details: String, options: [Option] = [],
        _ read: @escaping Reading
    ) -> CommandEntry {
        let help = CommandHelp("simulate \(act)", words: word, summary, details: details, options: options)
        return CommandEntry(help) { typed throws(UsageError) in
            SimulateCommand(act: act, arguments: try read(typed.words(word).first ?? "", typed))
        }
    }
}
