// SPDX-License-Identifier: Apache-2.0

extension CommandTable {
    /// What `dialtone help` prints on a screen of so many columns.
    static func overview(columns: Int) -> String {
        let wrapped = { TextWrapping.paragraphs(of: $0, columns: columns) }
        let paragraphs = [
            "usage: dialtone COMMAND", wrapped(purpose), list(commands, columns), wrapped(hints),
            wrapped(CommandStatus.summary),
        ]
        return paragraphs.joined(separator: "\n\n")
    }

    static let purpose =
        "Telephone calls on this computer: make them, answer them, see them, and say which app may."

    static let hints = """
        An ID may be shortened to the part that tells it from the others. Commands that read take --json. \
        `dialtone COMMAND --help` says more.
        """

    /// What is printed for a word that only begins commands, such as `simulate`.
    static func overview(of group: String, columns: Int) -> String {
        "usage: dialtone \(group) COMMAND\n\n\(list(self.group(group), columns))"
    }

    /// The commands whose names go on from this one's, such as `lines default` from `lines`; "" for none.
    static func further(than name: String, columns: Int) -> String {
        let further = commands.filter { $0.help.name.hasPrefix("\(name) ") }
        return further.isEmpty ? "" : "further commands:\n\(list(further, columns))"
    }

    private static func list(_ commands: [CommandEntry], _ columns: Int) -> String {
        var table = TextTable()
        for command in commands {
            let words = [command.help.name, command.help.words].filter { !$0.isEmpty }
            table.add(["  " + words.joined(separator: " "), command.help.summary])
        }
        return table.lines(columns: columns).joined(separator: "\n")
    }
}
