// SPDX-License-Identifier: Apache-2.0
import DBus

extension ConversationClient {
    /// The conversations that are up, of those the app may see.
    package func conversations() async throws -> [ConversationInfo] {
        try await call(ContractNames.conversations, "List", returning: [ConversationInfo].self)
    }

    /// Answers a conversation that rings.
    package func answer(_ conversation: String) async throws {
        try await call(ContractNames.conversations, "Answer", conversation, Self.noOptions)
    }

    /// Ends, declines or gives up a conversation.
    package func end(_ conversation: String) async throws {
        try await call(ContractNames.conversations, "End", conversation, Self.noOptions)
    }

    /// Sends DTMF tones; returns when the modem took the last.
    package func playTones(_ tones: String, in conversation: String) async throws {
        try await call(
            ContractNames.conversations, "PlayTones", conversation, tones, Self.noOptions, deadline: .seconds(60))
    }

    /// Goes on with the tones that wait for the person. Throws `wrongState` when none do.
    package func continueTones(in conversation: String) async throws {
        try await call(ContractNames.conversations, "ContinueTones", conversation)
    }
}
