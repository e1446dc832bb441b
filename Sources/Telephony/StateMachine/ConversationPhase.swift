// SPDX-License-Identifier: Apache-2.0

/// Where a conversation is: finer than Apple's six states, because a person sees "ringing" and "dialing" apart.
package enum ConversationPhase: String, Hashable, Sendable, CaseIterable {
    /// Outgoing: accepted by us, not yet taken by the modem daemon.
    case starting
    case dialing, alerting
    /// Incoming, rings.
    case ringing
    /// Incoming while another conversation is up.
    case waiting
    case answering
    case active, held
    /// We asked for its end.
    case ending
    case ended

    /// Apple's state of the same conversation (Conversation.State).
    package var state: ConversationState {
        switch self {
        case .ringing, .waiting: .idle
        case .starting, .dialing, .alerting, .answering: .joining
        case .active: .joined
        case .held: .paused
        case .ending: .leaving
        case .ended: .left
        }
    }
}

/// Apple's six states of a conversation, in Apple's order.
package enum ConversationState: String, Hashable, Sendable, CaseIterable {
    case idle, joining, joined, paused, leaving, left
}
