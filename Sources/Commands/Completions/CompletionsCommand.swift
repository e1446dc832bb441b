// SPDX-License-Identifier: Apache-2.0

/// `dialtone completions`
struct CompletionsCommand: ListedCommand {
    static let help = CommandHelp(
        "completions", words: "bash|zsh|fish", "print what makes a shell complete this program's words",
        details: """
            make install puts it where the shells look. By hand, for bash: source <(dialtone completions bash)
            """)

    private let shell: Shell

    init(_ arguments: Arguments) throws(UsageError) {
        let word = try arguments.words("bash|zsh|fish")[0]
        guard let shell = Shell(rawValue: word) else {
            throw UsageError("there are no completions for '\(word.printable)', only for bash, zsh and fish")
        }
        self.shell = shell
    }

    func run(_ context: Context) async throws {
        try context.terminal.print(shell.script(completing: CommandTable.commands.map { $0.help }))
    }
}

/// A shell that can be taught a program's words.
enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// The script that teaches it.
    func script(completing commands: [CommandHelp]) -> String {
        switch self {
        case .bash: BashCompletions(commands: commands).script
        case .zsh: ZshCompletions(commands: commands).script
        case .fish: FishCompletions(commands: commands).script
        }
    }
}

extension CommandHelp {
    /// The one or two words of the name.
    var path: [String] { name.split(separator: " ").map(String.init) }

    /// The words that can only be one of a few, such as `on` and `off`, and the commands that go on from this one.
    func choices(among commands: [CommandHelp]) -> [String] {
        let fixed = words.split(separator: " ").filter { $0.contains("|") }.flatMap { $0.split(separator: "|") }
        let further = commands.filter { $0.path.count > path.count && $0.path.starts(with: path) }
        return fixed.map(String.init).filter { $0 == $0.lowercased() } + further.compactMap { $0.path.last }
    }

    /// Whether a folder is to be named.
    var takesFolder: Bool { words == "DIR" }
}

extension [CommandHelp] {
    /// Each first word once, with what is said of it; a word that only begins commands has what they are.
    var firstWords: [(word: String, summary: String)] {
        var seen: Set<String> = []
        return compactMap { command in
            guard let word = command.path.first, seen.insert(word).inserted else { return nil }
            return (word, first { $0.name == word }?.summary ?? "\(word): several commands")
        }
    }

    /// The words that begin commands and are none.
    var groups: [(word: String, commands: [CommandHelp])] {
        firstWords.map(\.word).filter { word in !contains { $0.name == word } }
            .map { word in (word, filter { $0.path.first == word }) }
    }
}
