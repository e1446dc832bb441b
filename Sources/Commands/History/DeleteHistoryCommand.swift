// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// `dialtone history delete`
struct DeleteHistoryCommand: ListedCommand {
    private static let all = Option(name: "--all", help: "the whole history")

    static let help = CommandHelp(
        "history delete", words: "ID... | --all", "delete rows of the history",
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
            let count = try await context.history { daemon in
                try await daemon.changeAllHistory { try await $0.deleteHistory($1) }
            }
            return try report(count, context)
        }
        let (count, wanted) = try await context.history { daemon in
            let rows = try await choice.rows(in: daemon).map(\.id)
            return (try await daemon.deleteHistory(rows), rows.count)
        }
        try report(count, context)
        guard count == wanted else {
            throw CommandFailure("\(wanted - count) of the rows stayed: a conversation that is up keeps its row")
        }
    }

    private func report(_ count: Int, _ context: Context) throws {
        try context.print([count == 1 ? "1 row is deleted." : "\(count) rows are deleted."])
    }
}
