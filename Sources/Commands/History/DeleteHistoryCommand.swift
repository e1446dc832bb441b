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
        guard let choice else {
            return try report(try await context.daemon.changeAllHistory { try await $0.deleteHistory($1) }, context)
        }
        let rows = try await choice.rows(in: context.daemon)
        let count = try await context.daemon.deleteHistory(rows.map(\.uuid))
        try report(count, context)
        guard count == rows.count else {
            throw CommandFailure("\(rows.count - count) of the rows stayed: a conversation that is up keeps its row")
        }
    }

    private func report(_ count: Int, _ context: Context) throws {
        try context.print([count == 1 ? "1 row is deleted." : "\(count) rows are deleted."])
    }
}
