// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials

/// How a conversation turned out; kept apart in the store, shown through Apple's five statuses.
package enum Outcome: Int, Codable, Hashable, Sendable, CaseIterable {
    /// Not ended yet.
    case open = 0
    case connected = 1
    /// Incoming, not answered.
    case missed = 2
    /// Incoming, declined here.
    case declined = 3
    case answeredElsewhere = 4
    /// Outgoing, given up here before it connected.
    case cancelled = 5
    case busy = 6
    case unanswered = 7
    case failed = 8
    /// Incoming, refused by the person's own rules, never rung.
    case blocked = 9
}

/// One conversation as history keeps it: one row, written when it starts and updated in place.
package struct ConversationRecord: Hashable, Sendable {
    /// What tells it from all others.
    package var id: UUID
    /// Who called.
    package var direction: Direction
    /// The other side; empty for a caller who is hidden.
    package var handles: [Handle]
    /// Why there may be no handle.
    package var presentation: RemoteParty.Presentation
    /// The cellular service it used, or nil.
    package var service: UUID?
    /// Bundle identifier of the app that began or hosts it; nil when the network began it.
    package var app: String?
    /// When it began, by the wall clock.
    package var startedAt: Date
    /// When it was connected, by the wall clock; nil when it never was.
    package var connectedAt: Date?
    /// Seconds since connection, on the boot-time clock; 0 when it never connected.
    package var duration: Double
    /// How it ended; open until then.
    package var outcome: Outcome
    /// Why it ended; nil while it lasts, and where nobody saw its end.
    package var cause: EndCause?
    /// Whether the person has seen that it was missed.
    package var isRead: Bool
    /// What a restarted daemon finds the leg by (`Call.reference`).
    package var callReference: String?

    package init(
        id: UUID, direction: Direction, handles: [Handle], presentation: RemoteParty.Presentation = .allowed,
        service: UUID? = nil, app: String? = nil, startedAt: Date, connectedAt: Date? = nil, duration: Double = 0,
        outcome: Outcome = .open, cause: EndCause? = nil, isRead: Bool = true, callReference: String? = nil
    ) {
        self.id = id
        self.direction = direction
        self.handles = handles
        self.presentation = presentation
        self.service = service
        self.app = app
        self.startedAt = startedAt
        self.connectedAt = connectedAt
        self.duration = duration
        self.outcome = outcome
        self.cause = cause
        self.isRead = isRead
        self.callReference = callReference
    }
}
