// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// `dialtone answer`
struct AnswerCommand: ListedCommand {
    static let help = CommandHelp(
        "answer", words: "[ID]", "answer a conversation that rings",
        details: "ID may be left out when exactly one rings.")

    private let choice: ConversationChoice

    init(_ arguments: Arguments) throws(UsageError) {
        choice = try ConversationChoice(prefix: arguments.words("[ID]").first)
    }

    func run(_ context: Context) async throws {
        let id = try await choice.resolve(in: context.daemon) { conversation in
            conversation.direction == Direction.incoming.rawValue && conversation.connectedAt == nil
                && !conversation.hasLeft
        }
        try await context.daemon.answer(id)
    }
}
