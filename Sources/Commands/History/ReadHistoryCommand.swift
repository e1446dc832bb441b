// SPDX-License-Identifier: Apache-2.0

/// `dialtone history read`
struct ReadHistoryCommand: Command {
    private static let all = Option(name: "--all", help: "everything that is unread")

    static let help = CommandHelp(
        "history read", words: "[ID...]", "mark rows of the history as read",
        details: "Give the IDs that `dialtone history` shows, or --all.", options: [all])

    private let choice: HistoryChoice?

    init(_ arguments: Arguments) throws(UsageError) {
        choice = try arguments.rows(orAll: Self.all)
    }

    func run(_ context: Context) async throws {
        let rows =
            if let choice { try await choice.rows(in: context.daemon) } else {
                try await context.daemon.history(limit: nil, unreadOnly: true)
            }
        let count = try await context.daemon.markRead(rows.map(\.uuid))
        try context.print([count == 1 ? "1 row is marked as read." : "\(count) rows are marked as read."])
    }
}

extension Arguments {
    /// The rows that were typed; nil when all are meant, and that was said.
    func rows(orAll all: Option) throws(UsageError) -> HistoryChoice? {
        let choice = try HistoryChoice(positional)
        guard (choice == nil) == has(all) else { throw UsageError("give one ID or more, or \(all.name)") }
        return choice
    }
}
