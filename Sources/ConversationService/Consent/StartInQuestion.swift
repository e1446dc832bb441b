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

    /// What carries it out; cancelled when nobody waits any more.
    let prompt: UUID
    var waiters: [UInt64: CheckedContinuation<UUID, any Error>] = [:]
}
