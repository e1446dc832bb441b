// SPDX-License-Identifier: Apache-2.0

/// Why a command had no effect.
package enum NetworkRefusal: String, Error, Hashable, Sendable, CustomStringConvertible {
    case unknownModem = "no such modem"
    case unplugged = "the modem is not plugged in"
    case noSIM = "the modem has no SIM"
    case simLocked = "the SIM is locked"
    case wrongCode = "wrong PIN or PUK"
    case noCoverage = "the modem sees no network"
    case unknownCall = "no such call"
    case wrongState = "the call's state does not allow that"
    case lineBusy = "the modem can take no further call"
    case invalidNumber = "not a number that can be dialed"
    case sessionOpen = "a code is being run"
    case noSession = "no code is being run"
    case simBlocked = "the SIM takes no code any more"
    case invalidTone = "not a DTMF tone"

    package var description: String { rawValue }
}
