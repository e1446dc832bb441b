// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony

/// A dial on its way: what is dialed where, and for which leg.
struct Dial: Hashable, Sendable {
    let call: CallID
    let digits: String
    let line: LineKey
    let modem: ObjectPath
    /// The ModemManager that has the modem.
    let owner: String
    /// How long the modem may take for its answer to ATD.
    let limit: Duration
    /// Whether another line is tried when this one does not take it.
    let isEmergency: Bool
}
