// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// Prompts that no screen could show yet, in the first moments of the service.
struct FirstScreens: Sendable {
    /// Until when a prompt waits for a screen; nil when none does any more.
    private var until: Duration?
    /// The oldest first.
    private var undelivered: [UUID] = []
    private var hasTimer = false

    init(until: Duration?) { self.until = until }

    /// What becomes of a prompt that no screen can show.
    enum Fate: Hashable, Sendable {
        case refused
        case waits
        /// It waits, and somebody has to say at that instant that it does no more (`giveUp`).
        case waitsUntil(Duration)
    }

    mutating func fate(of prompt: UUID, at now: Duration) -> Fate {
        guard let until, now < until else { return .refused }
        undelivered.append(prompt)
        defer { hasTimer = true }
        return hasTimer ? .waits : .waitsUntil(until)
    }

    mutating func remove(_ prompt: UUID) { undelivered.removeAll { $0 == prompt } }

    /// A screen is there: returns what waited for one.
    mutating func screenHasCome() -> [UUID] {
        defer { undelivered = [] }
        return undelivered
    }

    /// No prompt waits for a screen any more: returns those that did.
    mutating func giveUp() -> [UUID] {
        until = nil
        return screenHasCome()
    }
}
