// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// `dialtone tones`
struct TonesCommand: ListedCommand {
    private static let conversation = Option(
        name: "--conversation", value: "ID", help: "in this conversation; may be left out when only one can be meant")

    static let help = CommandHelp(
        "tones", words: "[TONES]", "send tones, or go on with those that wait for you",
        details: """
            TONES are 0-9, *, # and A-D. Without them the tones behind the `;` of a number go on, as in
            `dialtone dial '+15550100;77#'`: `dialtone calls` shows which wait.
            """,
        options: [conversation])

    private let tones: String?
    private let choice: ConversationChoice

    init(_ arguments: Arguments) throws(UsageError) {
        tones = try arguments.words("[TONES]").first
        choice = try ConversationChoice(prefix: arguments.value(Self.conversation))
    }

    func run(_ context: Context) async throws {
        guard let tones else {
            return try await context.daemon.continueTones(
                in: choice.resolve(in: context.daemon) { !$0.waitingTones.isEmpty })
        }
        try await context.daemon.playTones(
            tones, in: choice.resolve(in: context.daemon) { $0.state == ConversationState.joined.rawValue })
    }
}
