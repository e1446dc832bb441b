// SPDX-License-Identifier: Apache-2.0

/// `dialtone answer`
struct AnswerCommand: Command {
    static let help = CommandHelp(
        "answer", words: "[ID]", "answer a conversation that rings",
        details: "ID may be left out when exactly one rings.")

    private let choice: ConversationChoice

    init(_ arguments: Arguments) throws(UsageError) {
        choice = try ConversationChoice(prefix: arguments.words("[ID]").first)
    }

    func run(_ context: Context) async throws {
        let id = try await choice.resolve(in: context.daemon) { conversation in
            conversation.direction == "incoming" && conversation.connectedAt == nil && !conversation.hasLeft
        }
        try await context.daemon.answer(id)
    }
}
