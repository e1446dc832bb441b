// SPDX-License-Identifier: Apache-2.0

/// One command of `dialtone` as it was typed.
protocol Command: Sendable {
    /// Does it, and prints what came of it.
    func run(_ context: Context) async throws
}

/// A command that is a type of its own.
protocol ListedCommand: Command {
    static var help: CommandHelp { get }

    /// Throws `UsageError`.
    init(_ arguments: Arguments) throws(UsageError)

    /// What is said when it was interrupted.
    static var interruption: String { get }
}

extension ListedCommand {
    static var interruption: String { CommandEntry.interruption }
}

/// A command as `CommandTable` has it.
struct CommandEntry: Sendable {
    let help: CommandHelp
    let interruption: String
    let make: @Sendable (Arguments) throws(UsageError) -> any Command

    static let interruption = "interrupted; what was asked for may still happen, see `dialtone calls`"

    init(_ help: CommandHelp, make: @escaping @Sendable (Arguments) throws(UsageError) -> any Command) {
        self.help = help
        self.make = make
        interruption = Self.interruption
    }

    init(_ type: any ListedCommand.Type) {
        help = type.help
        interruption = type.interruption
        make = { arguments throws(UsageError) in try type.init(arguments) }
    }
}
