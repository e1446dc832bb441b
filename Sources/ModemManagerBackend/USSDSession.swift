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
        /// It could not be ended; the next code on the line tries again first.
        case left
    }

    /// Tells it from a later one of the same line.
    let id: UInt64
    var phase = Phase.running
    /// What the network asked last.
    var question: String?

    /// The network asked something and waits.
    mutating func wait(toHear question: String) { (phase, self.question) = (.wantsAnswer, question) }
}

/// The sessions that were cancelled on a modem since it came.
///
/// ModemManager 1.20 sends a modem that speaks AT the command for it (`AT+CUSD=2`) once and answers it from its memory
/// from then on: the network's session stays open, and what is sent next is an answer in it.
struct USSDCancellations: Hashable, Sendable {
    private var count = 0
    private var latest = Duration.zero

    /// Notes one more.
    mutating func note(at now: Duration) {
        count += 1
        latest = now
    }

    /// Whether the network may not have heard of the latest one, and may still keep its session for so long.
    func mayBeOpen(at now: Duration, for limit: Duration) -> Bool { count > 1 && now < latest + limit }
}
