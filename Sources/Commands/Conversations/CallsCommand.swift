// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// `dialtone calls`
struct CallsCommand: ListedCommand {
    static let help = CommandHelp("calls", "list the conversations that are up", options: [.json])

    private let asJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        _ = try arguments.words()
        asJSON = arguments.has(.json)
    }

    func run(_ context: Context) async throws {
        let conversations = try await context.daemon.conversations()
        if asJSON { return try context.print(json: conversations) }
        guard !conversations.isEmpty else { return try context.print(["No conversation is up."]) }
        let line = try await LineLabels(conversations.map(\.service), in: context.daemon)
        var table = TextTable(["ID", "STATE", "DIRECTION", "WITH", "SINCE"] + line.title)
        for conversation in conversations {
            let cells = [
                conversation.id.short, conversation.phaseText, conversation.direction, conversation.handles.text,
                context.clock.time(conversation.connectedAt ?? conversation.startedAt),
            ]
            table.add(cells + line.cell(conversation.service))
        }
        try context.print(table)
    }
}
