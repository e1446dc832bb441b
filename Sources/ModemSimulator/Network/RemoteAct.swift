// SPDX-License-Identifier: Apache-2.0

/// What the other side of a call, or the network between, can do to it.
package enum RemoteAct: String, Codable, CaseIterable, Hashable, Sendable {
    /// The other phone rings (27.007: dialing → alerting).
    case alert
    case answer
    /// Busy before the call connects.
    case busy
    /// The network gives up ringing.
    case noAnswer = "no-answer"
    /// The other person declines.
    case reject
    /// The network will not set the call up.
    case refuse
    /// The other side ends the call, or gives up while it rings here.
    case hangUp = "hangup"
    /// As `hangUp`, but the modem says nothing of its own about it (no NO CARRIER).
    case hangUpSilently = "hangup-silently"

    /// Whether the act is possible to a call in this state.
    func applies(to state: SimulatedCall.State) -> Bool {
        switch self {
        case .alert: state == .dialing
        case .answer, .busy, .noAnswer, .reject, .refuse: state == .dialing || state == .alerting
        case .hangUp, .hangUpSilently: true
        }
    }

    /// How the call ends by this act; nil when it goes on.
    var ending: SimulatedCall.Ending? {
        switch self {
        case .alert, .answer: nil
        case .busy: .busy
        case .noAnswer: .noAnswer
        case .reject: .rejected
        case .refuse: .refused
        case .hangUp: .remote(silent: false)
        case .hangUpSilently: .remote(silent: true)
        }
    }
}
