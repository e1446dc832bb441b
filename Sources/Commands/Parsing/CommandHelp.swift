// SPDX-License-Identifier: Apache-2.0

/// What a person is told about a command.
struct CommandHelp: Hashable, Sendable {
    /// One or two words: `history`, `roles set`.
    var name: String
    /// Positional words as the synopsis shows them.
    var words: String
    /// What it does, for the list of all commands.
    var summary: String
    /// More than the summary; may be empty.
    var details: String
    var options: [Option]

    init(_ name: String, words: String = "", _ summary: String, details: String = "", options: [Option] = []) {
        self.name = name
        self.words = words
        self.summary = summary
        self.details = details
        self.options = options
    }

    /// The options of the command with `--help`.
    var allOptions: [Option] { options + [.help] }

    private func usage(_ columns: Int) -> String {
        TextWrapping.lines(of: "usage: \(synopsis)", columns: columns - 4).joined(separator: "\n    ")
    }

    /// The command as it is typed.
    var synopsis: String {
        let parts = [name, words] + options.filter { !words.contains($0.name) }.map { "[\($0.synopsis)]" }
        return "dialtone " + parts.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// What `--help` prints on a screen of so many columns.
    func text(columns: Int) -> String {
        var table = TextTable()
        for option in allOptions { table.add(["  " + option.synopsis, option.help]) }
        let paragraphs = [
            usage(columns), TextWrapping.paragraphs(of: summary, columns: columns),
            TextWrapping.paragraphs(of: details, columns: columns),
            (["options:"] + table.lines(columns: columns)).joined(separator: "\n"),
            CommandTable.further(than: name, columns: columns),
        ]
        return paragraphs.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
}
