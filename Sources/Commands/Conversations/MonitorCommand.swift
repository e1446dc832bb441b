// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import FoundationEssentials

/// `dialtone monitor`
struct MonitorCommand: ListedCommand {
    static let help = CommandHelp(
        "monitor", "print every change of a conversation, and what the network says by itself, until interrupted",
        details: """
            `dialtone ussd --session` answers what the network asks. With --json each line is one conversation as it now is, or a message of the network, which has "kind":"message".
            """,
        options: [Option(name: Option.json.name, help: "print one JSON object a line")])

    private let asJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        _ = try arguments.words()
        asJSON = arguments.has(.json)
    }

    func run(_ context: Context) async throws {
        var shown: [String: ConversationInfo] = [:]
        for await event in try await context.daemon.news(about: [.conversations, .messages]) {
            switch event {
            case .message(let message):
                try context.terminal.print(asJSON ? JSONText.line(message.json) : line(message, context))
            case .conversation(let conversation) where shown[conversation.id] != conversation:
                shown[conversation.id] = conversation.hasLeft ? nil : conversation
                try context.terminal.print(asJSON ? JSONText.line(conversation.json) : line(conversation, context))
            default: break
            }
        }
        guard Task.isCancelled else {
            throw CommandFailure("the connection to the daemon is lost; run `dialtone monitor` again")
        }
    }

    /// One line, however many the network wrote.
    private func line(_ message: MessageInfo, _ context: Context) -> String {
        let text = message.text.split(separator: "\n").joined(separator: " / ")
        let way = message.session.map { ["answer: dialtone ussd --session \($0)"] } ?? []
        return ([context.clock.time(.now), "network", text] + way).map(\.printable).joined(separator: "  ")
    }

    private func line(_ conversation: ConversationInfo, _ context: Context) -> String {
        let parts = [
            context.clock.time(.now), conversation.id.short, conversation.direction, conversation.handles.text,
            conversation.phaseText,
        ]
        return parts.map(\.printable).joined(separator: "  ")
    }
}

extension MessageInfo: PrintedAsJSON {
    /// `kind` tells it from a conversation, which has none.
    var json: JSONValue {
        .object([
            "kind": .text("message"), "service": .known(service), "session": .known(session), "text": .text(text),
        ])
    }
}
