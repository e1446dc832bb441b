// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Hosts an app's own conversations.
@available(*, unavailable, message: "comes with VoIP hosting, which is not there yet (docs/compatibility.md)")
public final class ConversationManager: Observable {
    /// The app's conversations that are up.
    public var conversations: [Conversation] { [] }
    /// Who does what the system asks for.
    public weak var delegate: (any ConversationManagerDelegate)?
    /// What the app can do.
    public let configuration: ConversationManager.Configuration
    /// What the app has been asked for and has not done.
    public var pendingActions: [ConversationAction] { [] }

    /// Makes a manager.
    public init(configuration: ConversationManager.Configuration) { self.configuration = configuration }

    /// Asks the system for actions.
    public func perform(_ actions: [ConversationAction]) async throws {}

    /// Reports that somebody calls.
    public func reportNewIncomingConversation(uuid: UUID, update: Conversation.Update) async throws {}

    /// Reports what happened to a conversation.
    public func reportConversationEvent(_ event: Conversation.Event, for conversation: Conversation) {}

    /// Reports what a push message brought.
    public class func reportNewIncomingVoIPPushPayload(_ payload: [AnyHashable: Any]) async throws {}

    /// Ends everything.
    public func invalidate() {}

    /// What the app has been asked for of one kind and for one conversation, and has not done.
    public func pendingConversationActions(
        of conversationActionClass: ConversationAction.Type, for conversation: Conversation
    ) -> [ConversationAction] { [] }
}
