// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Silence the microphone, or take that back.
@available(*, unavailable, message: "comes with VoIP hosting, which is not there yet (docs/compatibility.md)")
public final class MuteConversationAction: ConversationAction {
    /// Whether to silence it.
    public let isMuted: Bool

    /// Makes an action.
    public init(conversationUUID: UUID, isMuted: Bool) {
        self.isMuted = isMuted
        super.init(conversationUUID: conversationUUID)
    }
}

/// Put a conversation on hold, or go on with it.
@available(*, unavailable, message: "comes with VoIP hosting, which is not there yet (docs/compatibility.md)")
public final class PauseConversationAction: ConversationAction {
    /// Whether to put it on hold.
    public let isPaused: Bool

    /// Makes an action.
    public init(conversationUUID: UUID, isPaused: Bool) {
        self.isPaused = isPaused
        super.init(conversationUUID: conversationUUID)
    }
}

/// Make one conversation of two.
@available(*, unavailable, message: "comes with VoIP hosting, which is not there yet (docs/compatibility.md)")
public final class MergeConversationAction: ConversationAction {
    /// The other conversation.
    public let conversationUUIDToMergeWith: UUID

    /// Makes an action.
    public init(conversationUUID: UUID, conversationUUIDToMergeWith: UUID) {
        self.conversationUUIDToMergeWith = conversationUUIDToMergeWith
        super.init(conversationUUID: conversationUUID)
    }
}

/// Take a conversation out of a merged one.
@available(*, unavailable, message: "comes with VoIP hosting, which is not there yet (docs/compatibility.md)")
public final class UnmergeConversationAction: ConversationAction {
    /// Makes an action.
    public init(conversationUUID: UUID) {
        super.init(conversationUUID: conversationUUID)
    }
}
