// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// `dialtone hangup`
struct HangUpCommand: ListedCommand {
    static let help = CommandHelp(
        "hangup", words: "[ID]", "end, decline or give up a conversation",
        details: "ID may be left out when exactly one is up that is not ending already.")

    private let choice: ConversationChoice

    init(_ arguments: Arguments) throws(UsageError) {
        choice = try ConversationChoice(prefix: arguments.words("[ID]").first)
    }

    func run(_ context: Context) async throws {
        let id = try await choice.resolve(in: context.daemon) {
            !$0.hasLeft && $0.state != ConversationState.leaving.rawValue
        }
        try await context.daemon.end(id)
    }
}
