// SPDX-License-Identifier: Apache-2.0

/// Every command, in the order in which the help lists them.
enum CommandTable {
    static let commands = types.map { CommandEntry($0) } + SimulateCommand.entries

    private static let types: [any ListedCommand.Type] = [
        StatusCommand.self, ServicesCommand.self,
        DialCommand.self, CallsCommand.self, AnswerCommand.self, HangUpCommand.self, TonesCommand.self,
        HistoryCommand.self, ReadHistoryCommand.self, DeleteHistoryCommand.self, RedialCommand.self,
        MonitorCommand.self, OpenCommand.self, USSDCommand.self,
        LinesCommand.self, DefaultLineCommand.self, RememberLineCommand.self, ForgetLineCommand.self,
        AppsCommand.self, RegisterAppCommand.self,
        RolesCommand.self, SetRoleCommand.self, ClearRoleCommand.self,
        AgentCommand.self, AuditCommand.self, CompletionsCommand.self, ManualCommand.self,
    ]

    /// The command whose name is the longest that `words` begin with, and the words after the name.
    static func find(_ words: [String]) -> (command: CommandEntry, rest: [String])? {
        for length in [2, 1] where words.count >= length {
            let name = words.prefix(length).joined(separator: " ")
            if let command = commands.first(where: { $0.help.name == name }) {
                return (command, Array(words.dropFirst(length)))
            }
        }
        return nil
    }

    /// The commands that begin with this word.
    static func group(_ word: String) -> [CommandEntry] {
        commands.filter { $0.help.name.split(separator: " ").first.map(String.init) == word }
    }
}
