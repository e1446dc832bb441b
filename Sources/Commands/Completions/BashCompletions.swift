// SPDX-License-Identifier: Apache-2.0

/// Completions for bash, as bash-completion loads them.
struct BashCompletions {
    var commands: [CommandHelp]

    var script: String {
        """
        # Completions of dialtone for bash.
        _dialtone() {
            local word="${COMP_WORDS[COMP_CWORD]}" words="" place
            COMPREPLY=()
            if [ "$COMP_CWORD" -eq 1 ]; then
                words="\((commands.firstWords.map(\.word) + ["help"]).joined(separator: " "))"
            else
                case "${COMP_WORDS[1]} ${COMP_WORDS[2]}" in
        \(cases(of: 2))
                *)
                    case "${COMP_WORDS[1]}" in
        \(cases(of: 1))
        \(groups)
                    esac ;;
                esac
            fi
            if [ "$words" = DIR ]; then
                COMPREPLY=($(compgen -d -- "$word"))
            else
                COMPREPLY=($(compgen -W "$words" -- "$word"))
            fi
        }
        complete -F _dialtone dialtone
        """
    }

    private func cases(of count: Int) -> String {
        commands.filter { $0.path.count == count }.map { "        \"\($0.name)\") words=\"\(words(of: $0))\" ;;" }
            .joined(separator: "\n")
    }

    private var groups: String {
        commands.groups.map { group in
            "        \"\(group.word)\") words=\"\(group.commands.compactMap(\.path.last).joined(separator: " "))\" ;;"
        }.joined(separator: "\n")
    }

    private func words(of command: CommandHelp) -> String {
        if command.takesFolder { return "DIR" }
        return (command.choices(among: commands) + command.allOptions.map(\.name)).joined(separator: " ")
    }
}
