// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// A code that is being run, or a session that the network opened.
struct RunningCode: Sendable {
    /// Who may answer it and end it.
    enum Owner: Hashable, Sendable {
        /// Bundle identifier of the app whose code it is.
        case app(String)
        /// The network's question, until somebody takes it up.
        case network
    }

    let id: UUID
    /// Until the person has chosen one of several, the first that could be meant.
    var line: LineKey
    var owner: Owner
    /// Whether it goes on without the person's consent for as long as its owner may do that.
    var isByRight = false
    var machine = CodeSession()
    /// Counts the network's questions, so that an old time limit does not end a newer wait.
    var question = 0
}
