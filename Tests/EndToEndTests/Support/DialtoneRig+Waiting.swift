// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import DBus
import FoundationEssentials
import TestSupport

extension DialtoneRig {
    /// Returns once a conversation is in a state.
    func waitForState(_ state: String, of id: UUID) async throws {
        try await wait("\(state)") { client in
            try await client.conversations().contains { $0.id == id.uuidString && $0.state == state }
        }
    }

    /// Returns the only conversation once it is in a state.
    func waitForState(_ state: String) async throws -> UUID {
        try await wait("\(state)") { client in
            let conversations = try await client.conversations()
            return conversations.count == 1 && conversations.first?.state == state
        }
        guard let only = try await calls().first else { throw Unexpected(description: "the conversation went away") }
        return only.uuid
    }

    /// Returns once a line can dial.
    func waitForLine() async throws { try await waitForLine { $0.isEmpty } }

    /// Returns once a line lacks something.
    func waitForLine(lacking reason: String) async throws { try await waitForLine { $0.contains(reason) } }

    private func waitForLine(_ fits: @escaping @Sendable (String) -> Bool) async throws {
        try await wait("the line") { client in
            try await client.status().lines.contains { fits($0.trouble) }
        }
    }

    /// Asks the daemon until it says what is waited for; each question waits for its answer.
    private func wait(
        _ what: String, until isTrue: @escaping @Sendable (ConversationClient) async throws -> Bool
    ) async throws {
        let client = client()
        try await within(Self.deadline, what) {
            while try await !isTrue(client) { try await pause() }
        }
        await client.close()
    }

    /// Returns once no conversation is up, so that each row is written.
    func waitForNoConversations() async throws {
        try await wait("no conversation") { try await $0.conversations().isEmpty }
    }

    /// Returns once the daemon's name has no owner.
    func waitForNoDaemon() async throws {
        let owners = try await connection.nameOwners(of: Self.busName)
        try await within(Self.deadline, "the end of the daemon") {
            for await owner in owners where owner == nil { return }
        }
    }
}
