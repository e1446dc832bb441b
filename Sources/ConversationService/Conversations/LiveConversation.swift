// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// A conversation that has not left yet.
struct LiveConversation: Sendable {
    /// An emergency call goes from one to the next until it is taken, and has none while it waits for a line.
    var leg: (any Leg)?
    /// The line the leg is on.
    var line: LineKey?
    /// Whether it is an emergency call, which nothing but the person ends.
    var isEmergency = false
    var machine: ConversationMachine
    var record: ConversationRecord

    var id: UUID { record.id }

    /// What clients are shown: leaving until the row is written, also when the leg is gone already.
    ///
    /// - Parameter waitingTones: `TonePlayer.waitingTones`.
    func snapshot(waitingTones: String) -> ConversationSnapshot {
        snapshot(phase: machine.phase == .ended ? .ending : machine.phase, waitingTones: waitingTones)
    }

    /// What clients are shown once the row is written.
    var finalSnapshot: ConversationSnapshot { snapshot(phase: .ended, waitingTones: "") }

    /// Brings the row in line with the machine.
    mutating func updateRecord(now: Date) {
        if machine.connectedAt != nil, record.connectedAt == nil { record.connectedAt = now }
        guard let ending = machine.ending else { return }
        record.outcome = ending.outcome
        record.cause = EndCause(of: ending.reason)
        record.duration = ending.duration
        record.isRead = ending.outcome != .missed
    }

    private func snapshot(phase: ConversationPhase, waitingTones: String) -> ConversationSnapshot {
        ConversationSnapshot(
            id: record.id, phase: phase, direction: record.direction, handles: record.handles,
            service: record.service, app: record.app, startedAt: record.startedAt, connectedAt: record.connectedAt,
            outcome: record.outcome, cause: record.cause, waitingTones: waitingTones)
    }
}
