// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// `dialtone monitor`
struct MonitorCommand: Command {
    static let help = CommandHelp(
        "monitor", "print every change of a conversation until interrupted",
        details: "With --json each line is one conversation as it now is.",
        options: [Option(name: Option.json.name, help: "print one JSON object a line")])

    private let asJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        _ = try arguments.words()
        asJSON = arguments.has(.json)
    }

    func run(_ context: Context) async throws {
        var shown: [UUID: ConversationOutput] = [:]
        for await conversation in try await context.daemon.changes() where shown[conversation.uuid] != conversation {
            shown[conversation.uuid] = conversation.hasLeft ? nil : conversation
            try context.terminal.print(asJSON ? JSONText.line(conversation) : line(conversation, context))
        }
        guard Task.isCancelled else {
            throw CommandFailure("the connection to the daemon is lost; run `dialtone monitor` again")
        }
    }

    private func line(_ conversation: ConversationOutput, _ context: Context) -> String {
        let parts = [
            context.clock.time(.now), conversation.uuid.short, conversation.direction, conversation.handles.text,
            conversation.stateText,
        ]
        return parts.map(\.printable).joined(separator: "  ")
    }
}
