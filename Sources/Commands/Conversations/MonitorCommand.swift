// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// `dialtone monitor`
struct MonitorCommand: Command {
    static let help = CommandHelp(
        "monitor", "print every change of a conversation until interrupted",
        details: """
            Prints also what the network says by itself; `dialtone ussd --session` answers what it asks. With --json each
            line is one conversation as it now is, or a message of the network, which has "kind":"message".
            """,
        options: [Option(name: Option.json.name, help: "print one JSON object a line")])

    private let asJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        _ = try arguments.words()
        asJSON = arguments.has(.json)
    }

    func run(_ context: Context) async throws {
        var shown: [UUID: ConversationOutput] = [:]
        for await news in try await context.daemon.news() {
            switch news {
            case .message(let message):
                try context.terminal.print(asJSON ? JSONText.line(message) : line(message, context))
            case .conversation(let conversation) where shown[conversation.uuid] != conversation:
                shown[conversation.uuid] = conversation.hasLeft ? nil : conversation
                try context.terminal.print(asJSON ? JSONText.line(conversation) : line(conversation, context))
            case .conversation: break
            }
        }
        guard Task.isCancelled else {
            throw CommandFailure("the connection to the daemon is lost; run `dialtone monitor` again")
        }
    }

    /// One line, however many the network wrote.
    private func line(_ message: MessageOutput, _ context: Context) -> String {
        let text = message.text.split(separator: "\n").joined(separator: " / ")
        let way = message.session.map { ["answer: dialtone ussd --session \($0.uuidString)"] } ?? []
        return ([context.clock.time(.now), "network", text] + way).map(\.printable).joined(separator: "  ")
    }

    private func line(_ conversation: ConversationOutput, _ context: Context) -> String {
        let parts = [
            context.clock.time(.now), conversation.uuid.short, conversation.direction, conversation.handles.text,
            conversation.stateText,
        ]
        return parts.map(\.printable).joined(separator: "  ")
    }
}
