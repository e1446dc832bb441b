// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Telephony

/// The conversations of the past, for the person's default dialer app.
public final class ConversationHistoryManager: Sendable {
    /// The only instance.
    public static let sharedInstance = ConversationHistoryManager(session: .shared)

    /// How many conversations one message to the system marks as read.
    static let markBatch = 500

    private let session: TelephonySession
    private var connection: any TelephonyConnection { session.connection }

    init(session: TelephonySession) {
        self.session = session
        session.onHistoryChange { [weak self] in self?.announceUpdate() }
    }

    /// The conversations that a predicate is true for, newest first (ours), since the app became the default dialer.
    ///
    /// The predicate is evaluated by the system as far as it can be, and here for the rest; the result is the same. An
    /// error that the predicate would throw for a conversation which its other conditions exclude is not thrown.
    ///
    /// - Throws: `ConversationError`, the predicate's own error, or `CancellationError`.
    public func recentConversations(
        matching request: Predicate<ConversationHistoryManager.RecentConversation>
    ) async throws -> [ConversationHistoryManager.RecentConversation] {
        let plan = HistoryPlan(request)
        return try await ConversationError.translating {
            try await HistoryReading(plan: plan, connection: connection).result()
        }
    }

    /// Marks conversations as read; one that is unknown or read already is left alone (ours).
    ///
    /// - Throws: `ConversationError`; some may be marked then, and marking them again is harmless.
    public func markConversationsAsRead(
        _ recentConversations: [ConversationHistoryManager.RecentConversation]
    ) async throws {
        let ids = Array(Set(recentConversations.map(\.id)))
        try await ConversationError.translating {
            for start in stride(from: 0, to: ids.count, by: Self.markBatch) {
                try await connection.markRead(Array(ids[start..<min(start + Self.markBatch, ids.count)]))
            }
        }
    }

    /// Marks a conversation as read; one that is unknown or read already is left alone (ours).
    ///
    /// - Throws: `ConversationError`.
    public func markConversationAsRead(
        _ recentConversation: ConversationHistoryManager.RecentConversation
    ) async throws {
        try await markConversationsAsRead([recentConversation])
    }

    /// Tells observers of the message, and those of the notification, which Foundation on Linux keeps apart.
    private func announceUpdate() {
        let message = ConversationHistoryDidUpdate()
        NotificationCenter.default.post(message, subject: self)
        NotificationCenter.default.post(name: ConversationHistoryDidUpdate.name, object: self)
    }
}
