// SPDX-License-Identifier: Apache-2.0
import Foundation
import Telephony
import Testing

@testable import LiveCommunicationKit

@Suite("The conversation history")
struct ConversationHistoryManagerTests {
    private let rows = GeneratedRows.make(1_234, seed: 7)

    private func manager(_ connection: ScriptedConnection) -> ConversationHistoryManager {
        ConversationHistoryManager(session: TelephonySession(connection: connection))
    }

    @Test("arrives whole, in the system's order, however many pages it has", arguments: [1, 7, 500, 1_234, 5_000])
    func pages(size: Int) async throws {
        let connection = ScriptedConnection { [rows] in ($0.rows, $0.pageSize) = (rows, size) }
        let result = try await manager(connection).recentConversations(matching: #Predicate { _ in true })
        #expect(result == rows.map(Recent.init))
        #expect(connection.noted.pending.isEmpty)
    }

    @Test("is filtered here by what the system cannot test")
    func residual() async throws {
        let connection = ScriptedConnection { [rows] in ($0.rows, $0.pageSize) = (rows, 100) }
        let predicate = #Predicate<Recent> {
            !$0.isRead && $0.handles.contains { $0.displayName.localizedStandardContains("zoe") }
        }
        let result = try await manager(connection).recentConversations(matching: predicate)
        #expect(try result == rows.map(Recent.init).filter { try predicate.evaluate($0) })
        #expect(!result.isEmpty)
        #expect(connection.noted.queries.map(\.expression) == [.not(.column(.isRead))])
    }

    @Test("is asked for anew when the daemon restarts in the middle")
    func restart() async throws {
        let lost = TelephonyError(.connectionLost, "Gone.")
        let connection = ScriptedConnection { [rows] in
            ($0.rows, $0.pageSize, $0.failures) = (rows, 500, [nil, nil, lost])
        }
        let result = try await manager(connection).recentConversations(matching: #Predicate { _ in true })
        #expect(result.count == rows.count)
        #expect(connection.noted.queries.count == 2)
        #expect(connection.noted.closed.count == 1)
    }

    @Test("gives the snapshot up when the predicate throws, and throws what it threw")
    func throwing() async throws {
        let connection = ScriptedConnection { [rows] in ($0.rows, $0.pageSize) = (rows, 100) }
        await #expect(throws: PredicateError.self) {
            try await manager(connection).recentConversations(matching: #Predicate { $0.handles[9].value == "" })
        }
        #expect(connection.noted.closed.count == 1)
    }

    @Test("is refused with our error")
    func refused() async throws {
        let refusal = TelephonyError(.notDefaultDialer, "Not the default dialer.")
        let connection = ScriptedConnection { $0.failures = [refusal] }
        let error = await #expect(throws: ConversationError.self) {
            try await manager(connection).recentConversations(matching: #Predicate { _ in true })
        }
        #expect(error?.code == .notDefaultDialer)
    }

    @Test("is marked as read in bounded batches, each conversation once")
    func marking() async throws {
        let connection = ScriptedConnection()
        let conversations = rows.map(Recent.init)
        try await manager(connection).markConversationsAsRead(conversations + conversations)
        let marked = connection.noted.marked
        #expect(marked.map(\.count) == [500, 500, 234])
        #expect(Set(marked.joined()) == Set(rows.map(\.id)))
    }

    @Test("marks one, and nothing when there is nothing to mark")
    func markingFew() async throws {
        let connection = ScriptedConnection()
        try await manager(connection).markConversationsAsRead([])
        try await manager(connection).markConversationAsRead(Recent(rows[0]))
        #expect(connection.noted.marked == [[rows[0].id]])
    }
}
