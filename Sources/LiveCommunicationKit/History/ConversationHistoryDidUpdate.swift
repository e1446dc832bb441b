// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension ConversationHistoryManager {
    /// The message that the history has changed; its subject is `ConversationHistoryManager.sharedInstance`.
    public struct ConversationHistoryDidUpdate: NotificationCenter.AsyncMessage {
        /// Who posts it.
        public typealias Subject = ConversationHistoryManager

        /// The name of the notification that carries the message (ours).
        public static var name: Notification.Name { Notification.Name("ConversationHistoryDidUpdateNotification") }

        /// Makes the message.
        public init() {}

        /// The message that a notification carries.
        public static func makeMessage(
            _ notification: Notification
        ) -> ConversationHistoryManager.ConversationHistoryDidUpdate? {
            notification.name == name ? Self() : nil
        }

        /// The notification that carries a message; Foundation has no default for it on Linux.
        public static func makeNotification(
            _ message: ConversationHistoryManager.ConversationHistoryDidUpdate
        ) -> Notification {
            Notification(name: name)
        }
    }
}

extension NotificationCenter.MessageIdentifier
where
    Self == NotificationCenter.BaseMessageIdentifier<ConversationHistoryManager.ConversationHistoryDidUpdate>
{
    /// Names the message that the history has changed, when an observer is added.
    public static var conversationHistoryDidUpdateMessage:
        NotificationCenter.BaseMessageIdentifier<ConversationHistoryManager.ConversationHistoryDidUpdate>
    { .init() }
}
