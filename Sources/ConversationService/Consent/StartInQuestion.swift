// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// A start that waits for the person, and everybody who asked for just this.
///
/// Two equal requests are one: one prompt, one call, and both hear of it.
struct StartInQuestion: Sendable {
    struct Key: Hashable, Sendable {
        /// `ConsentPrompt.Asker.key`.
        let asker: String
        let request: StartRequest
    }

    /// What carries it out; taken away when nobody waits any more.
    let prompt: UUID
    /// The person said yes and it is being dialed: from here on it is followed to its end, whoever waits.
    var isAgreed = false
    var waiters: [UInt64: CheckedContinuation<UUID, any Error>] = [:]
}
