// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import FoundationEssentials

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
    var service: UUID?
    var waits: Bool
    var asJSON: Bool

    func run(_ context: Context) async throws {
        guard waits else {
            let id = try await start(context)
            return try asJSON ? context.print(json: ["uuid": id]) : context.print([id.uuidString])
        }
        // From before the start, so that no state is missed.
        let changes = try await context.daemon.changes()
        try await follow(start(context), changes, context)
    }

    private func start(_ context: Context) async throws -> UUID {
        try await context.starting { try await context.daemon.dial(number.asMeant(), service: service) }
    }

    private func follow(_ id: UUID, _ changes: any AsyncSequence<ConversationOutput, Never>, _ context: Context)
        async throws
    {
        var shown: String?
        for await conversation in changes where conversation.uuid == id {
            if conversation.stateText != shown { try show(conversation, context) }
            shown = conversation.stateText
            guard conversation.hasLeft else { continue }
            if let failure = conversation.failure { throw failure }
            return
        }
        if Task.isCancelled { throw CancellationError() }
        throw CommandFailure(
            "no longer waiting; `dialtone calls` says whether the conversation is still up", status: .lost)
    }

    private func show(_ conversation: ConversationOutput, _ context: Context) throws {
        try context.terminal.print(asJSON ? JSONText.line(conversation) : conversation.stateText.printable)
    }
}

extension Context {
    /// Starts a conversation; a refusal means that nobody was called, unless the answer was not seen.
    func starting(_ operation: @escaping @Sendable () async throws -> UUID) async throws -> UUID {
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
