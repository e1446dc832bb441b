// SPDX-License-Identifier: Apache-2.0

extension CommandTable {
    /// What `dialtone help` prints.
    static var overview: String {
        """
        usage: dialtone COMMAND

        Telephone calls on this computer: make them, answer them, see them, and say which app may.

        \(list(commands))

        An ID may be shortened to the part that tells it from the others. Commands that read take --json.
        `dialtone COMMAND --help` says more. Exit status: 0 done, 1 refused or failed, 2 wrong usage.
        """
    }

    /// What is printed for a word that only begins commands, such as `simulate`.
    static func overview(of group: String) -> String {
        "usage: dialtone \(group) COMMAND\n\n\(list(self.group(group)))"
    }

    /// The commands whose names go on from this one's, such as `lines default` from `lines`; "" for none.
    static func further(than name: String) -> String {
        let further = commands.filter { $0.help.name.hasPrefix("\(name) ") }
        return further.isEmpty ? "" : "further commands:\n\(list(further))"
    }

    private static func list(_ commands: [any Command.Type]) -> String {
        var table = TextTable()
        for command in commands {
            let words = [command.help.name, command.help.words].filter { !$0.isEmpty }
            table.add(["  " + words.joined(separator: " "), command.help.summary])
        }
        return table.lines.joined(separator: "\n")
    }
}
