// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Begin a conversation.
@available(*, unavailable, message: "comes with VoIP hosting, which is not there yet (docs/compatibility.md)")
public final class StartConversationAction: ConversationAction {
    /// Who is called.
    public let handles: [Handle]
    /// Whether it has video.
    public let isVideo: Bool

    /// Makes an action.
    public init(conversationUUID: UUID, handles: [Handle], isVideo: Bool) {
        self.handles = handles
        self.isVideo = isVideo
        super.init(conversationUUID: conversationUUID)
    }

    /// Says that it began.
    public func fulfill(dateStarted: Date) {}
}

/// Answer a conversation.
@available(*, unavailable, message: "comes with VoIP hosting, which is not there yet (docs/compatibility.md)")
public final class JoinConversationAction: ConversationAction {
    /// Makes an action.
    public init(conversationUUID: UUID) {
        super.init(conversationUUID: conversationUUID)
    }

    /// Says that it is connected.
    public func fulfill(dateConnected: Date) {}
}

/// End a conversation.
@available(*, unavailable, message: "comes with VoIP hosting, which is not there yet (docs/compatibility.md)")
public final class EndConversationAction: ConversationAction {
    /// Makes an action.
    public init(conversationUUID: UUID) {
        super.init(conversationUUID: conversationUUID)
    }

    /// Says that it ended.
    public func fulfill(dateEnded: Date) {}
}
