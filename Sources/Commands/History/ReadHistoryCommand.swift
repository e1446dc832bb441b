// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// `dialtone history read`
struct ReadHistoryCommand: ListedCommand {
    private static let all = Option(name: "--all", help: "everything that is unread")

    static let help = CommandHelp(
        "history read", words: "ID... | --all", "mark rows of the history as read",
        details: "Give the IDs that `dialtone history` shows, or --all.", options: [all])

    private let choice: HistoryChoice?

    init(_ arguments: Arguments) throws(UsageError) {
        choice = try arguments.rows(orAll: Self.all)
    }

    func run(_ context: Context) async throws {
        let count = try await context.history { [choice] daemon in
            guard let choice else {
                return try await daemon.changeAllHistory(unreadOnly: true) { try await $0.markRead($1) }
            }
            return try await daemon.markRead(choice.rows(in: daemon).map(\.id))
        }
        try context.print([count == 1 ? "1 row is marked as read." : "\(count) rows are marked as read."])
    }
}

extension Daemon {
    /// Changes rows, so many at a time, until none is left to change; returns how many there were.
    func changeAllHistory(
        unreadOnly: Bool = false, by change: (any Daemon, [String]) async throws -> Int
    ) async throws -> Int {
        var total = 0
        while true {
            let rows = try await history(limit: rowsChangedAtOnce, unreadOnly: unreadOnly)
            let count = rows.isEmpty ? 0 : try await change(self, rows.map(\.id))
            guard count > 0 else { return total }
            total += count
        }
    }
}

/// Rows that are read and changed at a time; more than can be up at once, whose rows stay.
private let rowsChangedAtOnce = 500

extension Arguments {
    /// The rows that were typed; nil when all are meant, and that was said.
    func rows(orAll all: Option) throws(UsageError) -> HistoryChoice? {
        let choice = try HistoryChoice(positional)
        guard (choice == nil) == has(all) else { throw UsageError("give one ID or more, or \(all.name)") }
        return choice
    }
}
