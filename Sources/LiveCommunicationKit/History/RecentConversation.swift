// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Telephony

extension ConversationHistoryManager {
    /// A conversation of the past, or one that is still going on.
    public struct RecentConversation: Identifiable, Codable, Hashable, Sendable {
        /// How the conversation turned out.
        public enum Status: Codable, Hashable, Sendable {
            /// The people spoke, on this device.
            case connected
            /// It was incoming and nobody answered; also when it was blocked and never rang (ours).
            case missed
            /// It was incoming and answered on another device.
            case answeredElsewhere
            /// It was outgoing and did not connect, or incoming and declined here (ours).
            case cancelled
            /// It failed, or has not ended yet (ours).
            case unknown
        }

        /// Who began the conversation.
        public enum Direction: Codable, Hashable, Sendable {
            /// The person did.
            case outgoing
            /// Somebody else did.
            case incoming
        }

        /// The conversation's UUID.
        public let id: UUID
        /// Who took part; empty when the caller was hidden (ours).
        public let handles: [Handle]
        /// When it started.
        public let date: Date
        /// Seconds since it connected; 0 when it did not.
        public let duration: TimeInterval
        /// How it turned out.
        public let status: ConversationHistoryManager.RecentConversation.Status
        /// Who began it.
        public let direction: ConversationHistoryManager.RecentConversation.Direction
        /// Whether the person has seen it.
        public let isRead: Bool

        init(_ record: ConversationRecord) {
            id = record.id
            handles = record.handles.map(Handle.init)
            date = record.startedAt
            duration = record.duration
            status = Status(record.outcome.status)
            direction = Direction(record.direction)
            isRead = record.isRead
        }
    }
}
