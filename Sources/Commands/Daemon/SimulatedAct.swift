// SPDX-License-Identifier: Apache-2.0

/// What the world outside a simulated modem can be made to do.
enum SimulatedAct: Hashable, Sendable {
    /// A call comes in.
    case incoming(number: String, isWithheld: Bool)
    /// The called phone rings. A number picks the call with that party; nil: the newest.
    case alert(number: String?)
    case answer(number: String?)
    case hangUp(number: String?)
    case busy(number: String?)
    /// The network says something by itself.
    case message(String, asks: Bool)
    case coverage(Bool)
    /// A modem comes or goes, named by its reference ("sim0").
    case plug(line: String)
    case unplug(line: String)
}
