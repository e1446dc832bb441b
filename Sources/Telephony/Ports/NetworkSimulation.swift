// SPDX-License-Identifier: Apache-2.0

/// The hand on a simulated network: makes the world outside the modem do something.
package protocol NetworkSimulation: Sendable {
    /// Does it and returns once it has happened; what comes of it are the backend's events.
    ///
    /// Throws `TelephonyError`: `unknownService` for a line, `unknownConversation` for a call that is not there,
    /// `wrongState` when its state does not allow the act, and what the line lacks (`noSIM`, `notRegistered`, …).
    func perform(_ command: SimulationCommand) async throws
}

/// What the other side of a call, the network, or the modem's owner can do.
///
/// A `line` is the reference of a line key ("sim0"), or the SIM's own number; nil is the first line that can be
/// reached for a call, and every line for the rest. A `number` picks the call with that party, compared by its last
/// digits; nil is the newest call that the act is possible to.
package enum SimulationCommand: Hashable, Sendable {
    /// Somebody calls.
    case incoming(RemoteParty, line: String?)
    /// The called phone rings.
    case alert(number: String?)
    /// The called person answers.
    case answer(number: String?)
    /// The other side ends the call, or gives up while it rings here.
    case hangUp(number: String?)
    /// The called phone is busy.
    case busy(number: String?)
    /// The network gives up ringing.
    case noAnswer(number: String?)
    /// The called person declines.
    case reject(number: String?)
    /// The network will not set the call up.
    case refuse(number: String?)
    /// The other side of an active call sends a tone of `0-9 * # A-D`.
    case tone(Character, number: String?)
    /// The network says something by itself, and may wait for an answer; to the first line that can be reached.
    case message(String, asks: Bool, line: String?)
    /// Whether the modem sees its network.
    case coverage(Bool, line: String?)
    /// Whether there is a SIM in the modem; a new one is ready.
    case simPresent(Bool, line: String?)
    /// The SIM wants its PIN.
    case simLocked(line: String?)
    case plug(line: String?)
    case unplug(line: String?)
}
