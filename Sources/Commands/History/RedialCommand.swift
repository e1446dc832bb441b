// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// `dialtone redial`
struct RedialCommand: ListedCommand {
    static let help = CommandHelp(
        "redial", words: "[ID]", "call again, on the same line",
        details: """
            ID is a row of `dialtone history`, in either direction; without it the last number that was dialed is called. The
            line of that row is taken while it is there, else the one that `dialtone dial` takes.

            """ + ConversationStart.details,
        options: [ConversationStart.wait, .json])

    private let choice: HistoryChoice?
    private let waits: Bool
    private let asJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        choice = try HistoryChoice(arguments.words("[ID]"))
        waits = arguments.has(ConversationStart.wait)
        asJSON = arguments.has(.json)
    }

    func run(_ context: Context) async throws {
        let row = try await context.history { try await self.row($0) }
        guard let handle = row.handles.first else {
            throw CommandFailure("the caller hid the number, so there is none to call", status: .notDialed)
        }
        guard handle.type == .phoneNumber else {
            throw CommandFailure("'\(handle.value)' is no telephone number to call", status: .notDialed)
        }
        let service = try await line(of: row, context.daemon)
        try await ConversationStart(number: handle.value, service: service, waits: waits, asJSON: asJSON).run(context)
    }

    private func row(_ daemon: any Daemon) async throws -> HistoryEntry {
        if let choice { return try await choice.rows(in: daemon)[0] }
        guard let last = try await daemon.lastDialed() else {
            throw CommandFailure("nothing has been dialed yet; `dialtone dial` calls a number", status: .notDialed)
        }
        return last
    }

    private func line(of row: HistoryEntry, _ daemon: any Daemon) async throws -> String? {
        guard !row.service.isEmpty else { return nil }
        return try await daemon.services().contains { $0.id == row.service } ? row.service : nil
    }
}
