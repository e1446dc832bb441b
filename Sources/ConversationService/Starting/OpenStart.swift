// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// A start that waits for the person, and everybody who asked for just this.
///
/// Two equal requests are one: one prompt, one call, and both hear of it.
struct OpenStart: Sendable {
    struct Key: Hashable, Sendable {
        /// `ConsentPrompt.Asker.key`.
        let asker: String
        let request: StartRequest
    }

    /// The prompt that asks for it; withdrawn when the last waiter leaves.
    let prompt: ConsentPrompt
    let wish: Wish
    /// What is dialed when the person agrees: the line that the prompt names, and no other.
    let request: StartRequest
    let caller: Caller
    /// The person said yes and it is being dialed: from here on it is followed to its end, whoever waits.
    var isAgreed = false
    var waiters = Waiters<UInt64, UUID>()
}
