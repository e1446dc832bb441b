// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import FoundationEssentials

/// `dialtone dial`
struct DialCommand: Command {
    private static let service = Option(name: "--service", value: "ID", help: "dial on this cellular service")
    private static let wait = Option(name: "--wait", help: "follow the conversation to its end")

    static let help = CommandHelp(
        "dial", words: "NUMBER", "start a conversation",
        details: """
            Returns once the modem took the call and prints the conversation's ID. With --wait it prints each state and
            returns when the conversation has left: with status 1 if it never connected. Interrupted, it only stops
            waiting; `dialtone hangup` ends the conversation.
            """,
        options: [service, wait, .json])

    private let number: String
    private let service: String?
    private let waits: Bool
    private let asJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        number = Self.typed(try arguments.words("NUMBER")[0])
        service = arguments.value(Self.service)
        waits = arguments.has(Self.wait)
        asJSON = arguments.has(.json)
    }

    func run(_ context: Context) async throws {
        let service: UUID? = if let service { try await context.daemon.service(service) } else { nil }
        guard waits else {
            let id = try await context.patiently { try await context.daemon.dial(number, service: service) }
            return try asJSON ? context.print(json: ["uuid": id]) : context.print([id.uuidString])
        }
        // From before the start, so that no state is missed.
        let changes = try await context.daemon.changes()
        let id = try await context.patiently { try await context.daemon.dial(number, service: service) }
        try await follow(id, changes, context)
    }

    /// Digits of any script, which a person may type and an app may not send. Everything else goes as it was typed: that
    /// is how the number is remembered, and what is no number is for the daemon to say why.
    private static func typed(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { !$0.isASCII }),
            let dial = try? DialString(parsing: text, from: .typed)
        else { return text }
        return dial.address + dial.postDial
    }

    private func follow(_ id: UUID, _ changes: any AsyncSequence<ConversationOutput, Never>, _ context: Context)
        async throws
    {
        var shown: String?
        for await conversation in changes where conversation.uuid == id {
            if conversation.stateText != shown { try show(conversation, context) }
            shown = conversation.stateText
            guard conversation.hasLeft else { continue }
            guard conversation.connectedAt != nil else {
                throw CommandFailure("not connected: \(conversation.outcome); `dialtone dial` tries again")
            }
            return
        }
        throw CommandFailure("no longer waiting; `dialtone calls` says whether the conversation is still up")
    }

    private func show(_ conversation: ConversationOutput, _ context: Context) throws {
        try context.terminal.print(asJSON ? JSONText.line(conversation) : conversation.stateText)
    }
}
