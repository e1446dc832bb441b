// SPDX-License-Identifier: Apache-2.0

/// One call of one modem.
package struct SimulatedCall: Hashable, Sendable {
    /// The states of 3GPP TS 27.007 +CLCC; raw values are its `<stat>`.
    package enum State: Int, Codable, Hashable, Sendable {
        case active, held, dialing, alerting, incoming, waiting
    }

    /// Why it ended.
    package enum Ending: Hashable, Sendable {
        /// The modem's side hung up.
        case local
        /// The modem's side ended it before answering.
        case declined
        /// The other side hung up or gave up; silently when the modem gives no word of its own about it.
        case remote(silent: Bool)
        case busy, noAnswer, rejected, refused
        /// Coverage, SIM or modem went away.
        case lost
    }

    /// Unique in its network, never used again, growing.
    package let id: Int
    /// The modem that it is on.
    package let modem: String
    /// 1…7: the lowest that was free on its modem (27.007 `<idx>`).
    package let index: Int
    /// Whether the modem dialed it.
    package let isOutgoing: Bool
    /// The other side.
    package let party: SimulatedParty
    /// How far it is.
    package internal(set) var state: State
    /// Whether it is part of a conference.
    package internal(set) var isMultiparty = false

    /// What the other side still does by itself, and when the first of it is due.
    var script: ArraySlice<RemoteScript.Step> = []
    var due: Duration?

    /// Takes the next step of the script, and sets when the one after it is due.
    mutating func takeStep() -> RemoteAct? {
        guard let due, let step = script.popFirst() else { return nil }
        self.due = script.first.map { due + .seconds($0.after) }
        return step.act
    }
}
