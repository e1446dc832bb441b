// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// The manual page dialtone(1): what the help says, in the words of man(7).
struct ManualPage: Hashable, Sendable {
    let commands: [CommandHelp]

    var text: String {
        let lines =
            [
                #".\" SPDX-License-Identifier: Apache-2.0"#,
                ".TH DIALTONE 1 \"\" \"Dialtone \(dialtoneVersion)\" \"User commands\"",
                ".SH NAME", #"dialtone \- make, answer and see telephone calls, and say which app may"#,
                ".SH SYNOPSIS", ".B dialtone", ".I COMMAND", ".RI [ ARGUMENTS ]",
                ".SH DESCRIPTION", Self.roff(CommandTable.purpose), ".PP", Self.roff(Self.daemon), ".PP",
                Self.roff(CommandTable.hints), ".SH COMMANDS",
            ] + commands.flatMap(Self.entry) + [".SH JSON", Self.roff(Self.json), ".SH EXIT STATUS"]
            + CommandStatus.allCases.flatMap { [".TP", ".B \($0.rawValue)", Self.roff($0.meaning)] }
            + [
                ".PP", Self.roff("With anything but 0 and 130 one line on standard error says what to do next."),
                ".SH SEE ALSO", ".BR dialtoned (8)",
            ]
        return lines.joined(separator: "\n")
    }

    private static let daemon =
        "It talks to the daemon `dialtoned` on the session bus, which the bus starts when it is not running."

    private static let json = """
        With --json a command that reads prints one document, an array where it lists; `dialtone monitor` prints one object \
        a line. Every key is always there, and null where nothing is known. What a conversation and its row in the history \
        have in common has one name (uuid, direction, handles, service, startedAt, outcome, cause, reason); a \
        conversation's phase is what is shown (starting dialing alerting ringing waiting answering active held ending \
        ended), its state is Apple's word for it; a line is its service everywhere. Dates are ISO 8601, durations seconds.
        """

    private static func entry(_ help: CommandHelp) -> [String] {
        let options = help.options.flatMap { [".TP", ".B \(roff($0.synopsis))", roff($0.help)] }
        let details = help.details.split(separator: "\n\n").flatMap { [".IP", roff(String($0))] }
        return [".TP", ".B \(roff(String(help.synopsis.dropFirst("dialtone ".count))))", roff(help.summary.asSentence)]
            + details + (options.isEmpty ? [] : [".RS"] + options + [".RE"])
    }

    /// Text of which nothing is a request or an escape; what stands between backticks is bold.
    private static func roff(_ text: String) -> String {
        let line = text.split(separator: "\n").joined(separator: " ")
        var isBold = false
        var written = line.first == "." || line.first == "'" ? #"\&"# : ""
        for character in line {
            switch character {
            case "`":
                isBold.toggle()
                written += isBold ? #"\fB"# : #"\fR"#
            case "\\": written += #"\e"#
            case "-": written += #"\-"#
            default: written.append(character)
            }
        }
        return written
    }
}

extension String {
    fileprivate var asSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
