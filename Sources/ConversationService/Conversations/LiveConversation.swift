// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

/// A conversation that has not left yet.
struct LiveConversation: Sendable {
    /// What carries it. Conversations hosted by an app become a second case.
    enum Leg: Hashable, Sendable {
        case backend(name: String, call: CallID)

        var call: CallID {
            switch self {
            case .backend(_, let call): call
            }
        }
    }

    /// An emergency call goes from one to the next until it is taken, and has none while it waits for a line.
    var leg: Leg?
    /// The line the leg is on.
    var line: LineKey?
    /// Whether it is an emergency call, which nothing but the person ends.
    var isEmergency = false
    /// What is still to be sent while it is connected.
    var tones = ToneQueue()
    var machine: ConversationMachine
    var record: ConversationRecord

    var id: UUID { record.id }

    /// What clients are shown: leaving until the row is written, also when the leg is gone already.
    var snapshot: ConversationSnapshot { snapshot(phase: machine.phase == .ended ? .ending : machine.phase) }

    /// What clients are shown once the row is written.
    var finalSnapshot: ConversationSnapshot { snapshot(phase: .ended) }

    /// Brings the row in line with the machine.
    mutating func updateRecord(now: Date) {
        if machine.connectedAt != nil, record.connectedAt == nil { record.connectedAt = now }
        guard let ending = machine.ending else { return }
        record.outcome = ending.outcome
        record.cause = EndCause(of: ending.reason)
        record.duration = ending.duration
        record.isRead = ending.outcome != .missed
    }

    private func snapshot(phase: ConversationPhase) -> ConversationSnapshot {
        ConversationSnapshot(
            id: record.id, phase: phase, direction: record.direction, handles: record.handles,
            service: record.service, app: record.app, startedAt: record.startedAt, connectedAt: record.connectedAt,
            outcome: record.outcome, cause: record.cause, waitingTones: tones.waitingTones)
    }
}

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
