// SPDX-License-Identifier: Apache-2.0

/// Completions for zsh, as its completion system loads them.
struct ZshCompletions {
    var commands: [CommandHelp]

    var script: String {
        """
        #compdef dialtone
        # Completions of dialtone for zsh.
        _dialtone() {
            local -a found
            if (( CURRENT == 2 )); then
                found=(\(firstWords))
            else
                case "${words[2]} ${words[3]}" in
        \(cases(of: 2))
                *)
                    case "${words[2]}" in
        \(cases(of: 1))
        \(groups)
                    esac ;;
                esac
            fi
            if [[ "${found[1]}" == DIR ]]; then _files -/; else _describe -o dialtone found; fi
        }
        if [ "$funcstack[1]" = _dialtone ]; then _dialtone "$@"; else compdef _dialtone dialtone; fi
        """
    }

    private var firstWords: String {
        commands.firstWords.map { entry($0.word, $0.summary) }.joined(separator: " ")
    }

    private func cases(of count: Int) -> String {
        commands.filter { $0.path.count == count }.map { "        '\($0.name)') found=(\(entries(of: $0))) ;;" }
            .joined(separator: "\n")
    }

    private var groups: String {
        commands.groups.map { group in
            let entries = group.commands.compactMap { command in command.path.last.map { entry($0, command.summary) } }
            return "        '\(group.word)') found=(\(entries.joined(separator: " "))) ;;"
        }.joined(separator: "\n")
    }

    private func entries(of command: CommandHelp) -> String {
        if command.takesFolder { return "DIR" }
        let choices = command.choices(among: commands).map { choice in
            entry(choice, commands.first { $0.name == "\(command.name) \(choice)" }?.summary ?? "")
        }
        return (choices + command.allOptions.map { entry($0.name, $0.help) }).joined(separator: " ")
    }

    private func entry(_ word: String, _ help: String) -> String {
        let text = help.isEmpty ? word : "\(word):\(help.replacing(":", with: ""))"
        return "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
