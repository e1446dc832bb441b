// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony

/// One call as the backend keeps it.
struct Leg: Hashable, Sendable {
    let id: CallID
    let modem: ObjectPath
    let direction: Direction
    /// When it was first known, on the boot-time clock.
    let since: Duration
    /// nil until CreateCall answered.
    var path: ObjectPath?
    var number: String
    var state: CallState
    /// Whether the service knows of it: its dial returned, or it was reported as appeared.
    var isAnnounced = false
    var wasAlerting = false
    var wasConnected = false
    /// Whether the service asked for its end.
    var isEnding = false
    /// Whether a Hangup is on its way.
    var isBeingHungUp = false
    /// Whether ModemManager is sure to know its index at the modem.
    var isIndexed = false
    /// Whether its dial has not returned yet; then the service hears nothing of it.
    var isBeingPlaced = false
    /// What was heard while its dial was on the way.
    var word: CallWord?
    /// Whether another program deleted its object while its dial was on the way.
    var isObjectGone = false

    init(
        id: CallID, modem: ObjectPath, direction: Direction, since: Duration, path: ObjectPath? = nil,
        number: String = "", state: CallState
    ) {
        self.id = id
        self.modem = modem
        self.direction = direction
        self.since = since
        self.path = path
        self.number = number
        self.state = state
        note(state)
    }

    /// Whether ModemManager polls the modem's call list because of it (`AT+CLCC` every 2 s).
    var isUnstable: Bool { path != nil && !isBeingPlaced && state != .active }

    /// Moves on, and says whether that is news. A state never goes back behind connected, or from alerting to
    /// dialing: ModemManager has been seen to say so after a missed answer, and the call was still up.
    mutating func move(to next: CallState) -> Bool {
        if next == state || rank(next) < rank(state) { return false }
        state = next
        note(next)
        return true
    }

    private mutating func note(_ state: CallState) {
        if state == .alerting { wasAlerting = true }
        if state == .active || state == .held { wasConnected = true }
    }

    private func rank(_ state: CallState) -> Int {
        switch state {
        case .dialing: 0
        case .alerting, .incoming, .waiting: 1
        case .active, .held: 2
        case .ended: 3
        }
    }
}
