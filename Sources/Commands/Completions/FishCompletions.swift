// SPDX-License-Identifier: Apache-2.0

/// Completions for fish.
struct FishCompletions {
    var commands: [CommandHelp]

    var script: String {
        let lines =
            ["# Completions of dialtone for fish.", "complete -c dialtone -f"]
            + commands.firstWords.map {
                "complete -c dialtone -n __fish_use_subcommand -a \($0.word) -d \(quoted($0.summary))"
            }
            + commands.flatMap(lines)
        return lines.joined(separator: "\n")
    }

    private func lines(of command: CommandHelp) -> [String] {
        let condition = command.path.map { "__fish_seen_subcommand_from \($0)" }.joined(separator: "; and ")
        let start = "complete -c dialtone -n '\(condition)'"
        let options = command.allOptions.map { option in
            "\(start) -l \(option.name.dropFirst(2))\(option.value == nil ? "" : " -x") -d \(quoted(option.help))"
        }
        let fixed = command.choices(among: []).map { "\(start) -a \($0)" }
        return options + fixed + (command.takesFolder ? ["\(start) -a '(__fish_complete_directories)'"] : [])
            + secondWord(of: command)
    }

    /// What offers the second word of a command of two.
    private func secondWord(of command: CommandHelp) -> [String] {
        guard command.path.count == 2, let first = command.path.first, let second = command.path.last else { return [] }
        let siblings = commands.filter { $0.path.count == 2 && $0.path.first == first }.compactMap(\.path.last)
        let condition =
            "__fish_seen_subcommand_from \(first); and not __fish_seen_subcommand_from \(siblings.joined(separator: " "))"
        return ["complete -c dialtone -n '\(condition)' -a \(second) -d \(quoted(command.summary))"]
    }

    private func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
