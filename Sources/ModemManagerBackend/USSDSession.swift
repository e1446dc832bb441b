// SPDX-License-Identifier: Apache-2.0

/// How far a line's session is, as we know it.
struct USSDSession: Hashable, Sendable {
    enum Phase: Hashable, Sendable {
        /// The network is to say something.
        case running
        /// The network waits for an answer.
        case wantsAnswer
        /// It is being ended; whoever waits for the network hears of it.
        case ending
    }

    /// Tells it from a later one of the same line.
    let id: UInt64
    var phase = Phase.running
    /// What the network asked last.
    var question: String?

    /// The network asked something and waits.
    mutating func wait(toHear question: String) { (phase, self.question) = (.wantsAnswer, question) }

    /// `MMModem3gppUssdSessionState`, idle.
    static let idle: UInt32 = 1
    /// `MMModem3gppUssdSessionState`, user response.
    static let userResponse: UInt32 = 3
}
