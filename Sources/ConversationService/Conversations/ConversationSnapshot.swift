// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

/// A conversation at an instant, as clients see it.
package struct ConversationSnapshot: Hashable, Sendable {
    /// What tells it from all others; its row has the same.
    package var id: UUID
    /// How far it is.
    package var phase: ConversationPhase
    /// Who called.
    package var direction: Direction
    /// The other side; empty for a caller who is hidden.
    package var handles: [Handle]
    /// The cellular service it is on, when that is known.
    package var service: UUID?
    /// The app that began it, if one did.
    package var app: String?
    /// When it began.
    package var startedAt: Date
    /// When it was connected; nil before that.
    package var connectedAt: Date?
    /// `open` until it has left.
    package var outcome: Outcome
    /// Why it ended; nil while it lasts.
    package var cause: EndCause?
    /// Tones that were dialed after the number and wait for the person; "" for none.
    package var waitingTones: String

    package init(
        id: UUID, phase: ConversationPhase, direction: Direction, handles: [Handle], service: UUID? = nil,
        app: String? = nil, startedAt: Date, connectedAt: Date? = nil, outcome: Outcome = .open,
        cause: EndCause? = nil, waitingTones: String = ""
    ) {
        self.id = id
        self.phase = phase
        self.direction = direction
        self.handles = handles
        self.service = service
        self.app = app
        self.startedAt = startedAt
        self.connectedAt = connectedAt
        self.outcome = outcome
        self.cause = cause
        self.waitingTones = waitingTones
    }
}
