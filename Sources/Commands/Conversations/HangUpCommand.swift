// SPDX-License-Identifier: Apache-2.0

/// `dialtone hangup`
struct HangUpCommand: Command {
    static let help = CommandHelp(
        "hangup", words: "[ID]", "end, decline or give up a conversation",
        details: "ID may be left out when exactly one is up.")

    private let choice: ConversationChoice

    init(_ arguments: Arguments) throws(UsageError) {
        choice = ConversationChoice(prefix: try arguments.words("[ID]").first)
    }

    func run(_ context: Context) async throws {
        try await context.daemon.end(choice.resolve(in: context.daemon) { !$0.hasLeft })
    }
}
