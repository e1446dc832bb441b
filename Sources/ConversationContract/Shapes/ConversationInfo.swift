// SPDX-License-Identifier: Apache-2.0
package import DBus
package import FoundationEssentials
package import Telephony

/// A conversation on the bus. Words are open sets: one that a newer daemon uses is carried.
package struct ConversationInfo: DBusStruct, Hashable {
    /// UUID text.
    package var id: String
    /// One of Apple's six: idle joining joined paused leaving left.
    package var state: String
    /// Finer than the state, for people.
    package var phase: String
    /// outgoing or incoming.
    package var direction: String
    /// The other side; empty for a caller who is hidden.
    package var handles: [Handle]
    /// UUID text, or "".
    package var service: String
    /// Bundle identifier of the app that began it, or "".
    package var app: String
    /// Seconds since the reference date.
    package var started: Double
    /// Seconds since the reference date; NaN before connection.
    package var connected: Double
    /// How it ended: the name of an `Outcome`; open until then.
    package var outcome: String
    /// Tones that were dialed after the number and wait for the person; "" for none.
    package var waitingTones: String
    /// What further is known, by name (`EndCause`); an unknown name is carried.
    package var details: [String: Variant]

    package init(
        id: String, state: String, phase: String, direction: String, handles: [Handle], service: String, app: String,
        started: Double, connected: Double, outcome: String, waitingTones: String = "", details: [String: Variant] = [:]
    ) {
        self.id = id
        self.state = state
        self.phase = phase
        self.direction = direction
        self.handles = handles
        self.service = service
        self.app = app
        self.started = started
        self.connected = connected
        self.outcome = outcome
        self.waitingTones = waitingTones
        self.details = details
    }

    /// When it began.
    package var startedAt: Date { Date(timeIntervalSinceReferenceDate: started) }
    /// When it was connected; nil before that.
    package var connectedAt: Date? { connected.isNaN ? nil : Date(timeIntervalSinceReferenceDate: connected) }
    /// Why it ended; nil while it lasts.
    package var cause: EndCause? { details.cause }
    /// Whether it has ended.
    package var hasLeft: Bool { state == ConversationState.left.rawValue }

    package static let layout = StructLayout(
        ConversationInfo.init(
            id:state:phase:direction:handles:service:app:started:connected:outcome:waitingTones:details:)
    ) {
        (
            $0.id, $0.state, $0.phase, $0.direction, $0.handles, $0.service, $0.app, $0.started, $0.connected,
            $0.outcome, $0.waitingTones, $0.details
        )
    }
}
