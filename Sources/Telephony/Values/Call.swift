// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials

/// Names one leg on a backend for as long as the daemon runs; chosen by whoever makes the call known first.
package struct CallID: Hashable, Sendable {
    /// The identifier itself.
    package var uuid: UUID

    package init(_ uuid: UUID = UUID()) { self.uuid = uuid }
}

/// The state of a leg, in the words of 3GPP TS 27.007 +CLCC.
package enum CallState: Hashable, Sendable {
    case dialing, alerting, incoming, waiting, active, held
    case ended(CallEndReason)
}

/// Why a leg ended, as far as the backend can tell.
package enum CallEndReason: Hashable, Sendable {
    /// We hung up.
    case localHangUp
    /// The other side hung up, or gave up while it rang here.
    case remoteHangUp
    case busy, noAnswer
    /// We declined it.
    case declined
    /// The network would not set the call up; the text is the modem's own word.
    case refused(String)
    /// Answered or declined on another device.
    case answeredElsewhere, declinedElsewhere
    /// The modem, its daemon or the SIM went away under the call.
    case lost
    case failed(String)
    /// The backend gave no reason.
    case unknown
}

/// A leg as a backend first reports it: an incoming one, or one that was already there when the daemon started.
package struct Call: Hashable, Sendable {
    /// What tells it from all others.
    package var id: CallID
    /// The line that it is on.
    package var line: LineKey
    /// Who called.
    package var direction: Direction
    /// The other side.
    package var remote: RemoteParty
    /// How far it is.
    package var state: CallState
    /// Names the leg while the modem daemon lives, so that a restarted Dialtone knows it again.
    package var reference: String

    package init(
        id: CallID, line: LineKey, direction: Direction, remote: RemoteParty, state: CallState, reference: String
    ) {
        self.id = id
        self.line = line
        self.direction = direction
        self.remote = remote
        self.state = state
        self.reference = reference
    }
}

/// Who began it.
package enum Direction: String, Codable, Hashable, Sendable {
    case outgoing, incoming
}
