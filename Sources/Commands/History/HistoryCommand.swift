// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// `dialtone history`
struct HistoryCommand: ListedCommand {
    /// Rows shown when `--limit` is not given.
    static let usualLimit = 20

    private static let limit = Option(
        name: "--limit", value: "N", help: "the N newest; 0 for all; otherwise \(usualLimit)")
    private static let unread = Option(name: "--unread", help: "only those that nobody has read")

    static let help = CommandHelp(
        "history", "list recent conversations, the newest first",
        details: """
            A star marks what nobody has read; `dialtone history read` marks it as read, reading here does not. With --json
            each row says also on which service it was, and why it ended.
            """,
        options: [limit, unread, .json])

    private let limit: Int?
    private let unreadOnly: Bool
    private let asJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        _ = try arguments.words()
        let text = arguments.value(Self.limit) ?? "\(Self.usualLimit)"
        guard let number = Int(text), (0...Int(Int32.max)).contains(number) else {
            throw UsageError("--limit needs a number, not '\(text.printable)'")
        }
        limit = number == 0 ? nil : number
        unreadOnly = arguments.has(Self.unread)
        asJSON = arguments.has(.json)
    }

    func run(_ context: Context) async throws {
        let rows = try await context.history { [limit, unreadOnly] daemon in
            try await daemon.history(limit: limit, unreadOnly: unreadOnly)
        }
        if asJSON { return try context.print(json: rows) }
        guard !rows.isEmpty else {
            return try context.print([unreadOnly ? "Nothing is unread." : "The history is empty."])
        }
        let line = try await LineLabels(rows.map(\.service), in: context.daemon)
        var table = TextTable([" ", "DATE", "DIRECTION", "WITH", "STATUS", "DURATION", "ID"] + line.title)
        for row in rows {
            let cells = [
                row.isRead ? " " : "*", context.clock.dateAndTime(row.startedAt), row.direction, row.handles.text,
                row.outcome, context.clock.duration(row.duration), row.id.short,
            ]
            table.add(cells + line.cell(row.service))
        }
        try context.print(table)
    }
}
