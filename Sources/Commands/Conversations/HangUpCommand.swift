// SPDX-License-Identifier: Apache-2.0

/// `dialtone hangup`
struct HangUpCommand: Command {
    static let help = CommandHelp(
        "hangup", words: "[ID]", "end, decline or give up a conversation",
        details: "ID may be left out when exactly one is up that is not ending already.")

    private let choice: ConversationChoice

    init(_ arguments: Arguments) throws(UsageError) {
        choice = try ConversationChoice(prefix: arguments.words("[ID]").first)
    }

    func run(_ context: Context) async throws {
        let id = try await choice.resolve(in: context.daemon) { !$0.hasLeft && $0.state != "leaving" }
        try await context.daemon.end(id)
    }
}
