// SPDX-License-Identifier: Apache-2.0

/// `dialtone history delete`
struct DeleteHistoryCommand: Command {
    private static let all = Option(name: "--all", help: "the whole history")

    static let help = CommandHelp(
        "history delete", words: "[ID...]", "delete rows of the history",
        details: """
            Give the IDs that `dialtone history` shows, or --all. The row of a conversation that is still up stays until it
            has left.
            """,
        options: [all])

    private let choice: HistoryChoice?

    init(_ arguments: Arguments) throws(UsageError) {
        choice = try arguments.rows(orAll: Self.all)
    }

    func run(_ context: Context) async throws {
        let rows =
            if let choice { try await choice.rows(in: context.daemon) } else {
                try await context.daemon.history(limit: nil, unreadOnly: false)
            }
        let count = try await context.daemon.deleteHistory(rows.map(\.uuid))
        try context.print([count == 1 ? "1 row is deleted." : "\(count) rows are deleted."])
        if choice != nil, count < rows.count {
            throw CommandFailure("\(rows.count - count) of the rows stayed: a conversation that is up keeps its row")
        }
    }
}
