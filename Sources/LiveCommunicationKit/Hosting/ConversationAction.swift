// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// What the system asks an app to do with a conversation that the app hosts.
@available(*, unavailable, message: "comes with VoIP hosting, which is not there yet (docs/compatibility.md)")
open class ConversationAction {
    /// What tells it from all others.
    public final let uuid = UUID()
    /// The conversation that it is about.
    public final let conversationUUID: UUID
    /// How far it is.
    public final var state: ConversationAction.State { .idle }
    /// When it has to be done.
    public final let timeoutDate: Date

    /// Makes an action.
    public init(conversationUUID: UUID, timeoutDate: Date = Date(timeIntervalSinceNow: 30)) {
        self.conversationUUID = conversationUUID
        self.timeoutDate = timeoutDate
    }

    /// Says that it is done.
    public final func fulfill() {}

    /// Says that it cannot be done.
    public final func fail() {}

    /// How far an action is.
    public enum State: Codable, Hashable, Sendable {
        /// Not begun.
        case idle
        /// With the app.
        case running
        /// Done.
        case complete
        /// Not done.
        case failed(reason: String)
    }
}
