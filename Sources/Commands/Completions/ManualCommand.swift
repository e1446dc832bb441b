// SPDX-License-Identifier: Apache-2.0

/// `dialtone manual`
struct ManualCommand: ListedCommand {
    static let help = CommandHelp(
        "manual", "print the manual page of this program, for man",
        details: "make install puts it where man looks. By hand: dialtone manual | man -l -")

    init(_ arguments: Arguments) throws(UsageError) { _ = try arguments.words() }

    func run(_ context: Context) async throws {
        try context.terminal.print(ManualPage(commands: CommandTable.commands.map(\.help)).text)
    }
}
