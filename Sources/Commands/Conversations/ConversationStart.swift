// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// What a command starts, and whether it stays to see how that turns out.
struct ConversationStart: Hashable, Sendable {
    static let wait = Option(name: "--wait", help: "follow the conversation to its end")

    /// What `--help` says of the ways to end.
    static let details = """
        Returns once the modem took the call and prints the conversation's ID. With --wait it prints each state and returns
        when the conversation has left: with status 0 if it was connected and ended by either side, else 3 not reached
        (busy, unanswered or declined), 4 could not dial, 5 cut off or lost sight of, 6 ended here before anybody answered.
        Interrupted, it only stops waiting; `dialtone hangup` ends the conversation.
        """

    var number: String
    var service: String?
    var waits: Bool
    var asJSON: Bool

    func run(_ context: Context) async throws {
        guard waits else {
            let id = try await start(context)
            return try asJSON ? context.print(json: .object(["uuid": .text(id)])) : context.print([id])
        }
        // From before the start, so that no state is missed.
        let changes = try await context.daemon.news(about: [.conversations])
        try await follow(start(context), changes, context)
    }

    private func start(_ context: Context) async throws -> String {
        try await context.starting {
            try await context.daemon.startConversation(with: .number(number.asMeant()), service: service, recent: nil)
        }
    }

    private func follow(_ id: String, _ changes: DaemonNews, _ context: Context) async throws {
        var shown: String?
        for await case .conversation(let conversation) in changes where conversation.id == id {
            if conversation.phaseText != shown { try show(conversation, context) }
            shown = conversation.phaseText
            guard conversation.hasLeft else { continue }
            if let failure = conversation.failure { throw failure }
            return
        }
        if Task.isCancelled { throw CancellationError() }
        throw CommandFailure(
            "no longer waiting; `dialtone calls` says whether the conversation is still up", status: .lost)
    }

    private func show(_ conversation: ConversationInfo, _ context: Context) throws {
        try context.terminal.print(asJSON ? JSONText.line(conversation.json) : conversation.phaseText.printable)
    }
}

extension Context {
    /// Starts a conversation; a refusal means that nobody was called, unless the answer was not seen.
    func starting(_ operation: @escaping @Sendable () async throws -> String) async throws -> String {
        do {
            return try await patiently(operation)
        } catch let error as TelephonyError {
            let isUnseen = [.connectionLost, .timedOut].contains(error.code)
            throw CommandFailure(error.message, status: isUnseen ? .lost : .notDialed)
        }
    }
}

extension String {
    /// The text as the person means it who typed it on a keyboard of another script, or pasted it. ASCII goes as it was
    /// typed: that is how the number is remembered, and what is no number is for the daemon to say why.
    func asMeant() throws(TelephonyError) -> String {
        guard unicodeScalars.contains(where: { !$0.isASCII }) else { return self }
        return try DialString(parsing: self, from: .typed).text
    }
}
