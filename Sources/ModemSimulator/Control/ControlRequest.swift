// SPDX-License-Identifier: Apache-2.0

/// One line that a tester writes to the control socket; `do` says what, the rest are its arguments.
struct ControlRequest: Decodable, Hashable, Sendable {
    /// incoming, the remote acts, tone, ussd, reply-code, end-code, coverage, sim, plug, unplug, fail, mute, heal, latency,
    /// drop, dump, tail.
    var act: String
    /// incoming: who calls.
    var from: String?
    var name: String?
    var presentation: SimulatedParty.Presentation?
    /// Whose call; the newest one that the act is possible to without it.
    var number: String?
    /// A modem, by its id or own number.
    var line: String?
    /// coverage
    var on: Bool?
    /// sim
    var state: SIMState?
    /// fail, mute, heal: an AT command's name.
    var command: String?
    /// fail: the final result.
    var final: String?
    /// fail, mute: how often; for ever without it.
    var times: Int?
    /// fail: whether the command is obeyed all the same.
    var obeyed: Bool?
    /// latency
    var seconds: Double?
    /// hangup: without NO CARRIER.
    var silent: Bool?
    var tone: String?
    /// ussd: what the network says, whether it waits for an answer, and what it says to each.
    var text: String?
    var asks: Bool?
    var answers: [String: CodeScript]?

    private enum CodingKeys: String, CodingKey {
        case act = "do"
        case from, name, presentation, number, line, on, state, command, final, times, obeyed, seconds, silent
        case tone, text, asks, answers
    }
}

/// Why a line on the control socket had no effect.
struct ControlError: Error, Hashable, Sendable {
    let message: String

    init(_ message: String) { self.message = message }
}
