// SPDX-License-Identifier: Apache-2.0

/// What can happen to a conversation.
package enum ConversationEvent: Hashable, Sendable {
    /// The modem daemon took the call.
    case dialTaken
    case dialFailed(CallEndReason)
    /// The leg's state as its backend tells it.
    case call(CallState)
    case answerRequested
    case answerFailed
    case endRequested
    /// The backend took our request to end it; whether the call ends is its to tell.
    case endTaken
    /// The backend could not carry out our request to end it.
    case endFailed
}

/// What the driver of a conversation has to do, in this order.
package enum ConversationEffect: Hashable, Sendable {
    case answerCall, hangUpCall
    /// Tell clients the new state.
    case publish
    /// Write the row; it is still open.
    case record
    /// Write the row for the last time and, when it is on disk, tell clients that the conversation has left.
    case finish
    /// What was asked for does not fit the state; tell whoever asked.
    case refuse(TelephonyError)
}
