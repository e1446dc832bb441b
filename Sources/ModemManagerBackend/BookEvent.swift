// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony

/// What the book is told: signals, answers and requests, in the order in which they happen.
enum BookEvent: Sendable {
    typealias Interfaces = [String: [String: Variant]]

    // The daemon
    /// ModemManager owns its name on the bus of that identity; its objects are being listed.
    case attached(owner: String, bus: String)
    case listed([ObjectPath: Interfaces])
    /// It is gone, or does not answer; the text says which.
    case lost(String)
    /// Which other Dialtone has the modems; nil: we do.
    case keptBy(String?)

    // Modems and SIMs
    case interfacesAdded(ObjectPath, Interfaces)
    case interfacesRemoved(ObjectPath, [String])
    case propertiesChanged(ObjectPath, interface: String, [String: Variant])
    case modemStateChanged(ObjectPath, ModemState, ModemStateChangeReason)
    /// nil: it cannot be read.
    case simRead(modem: ObjectPath, sim: ObjectPath, [String: Variant]?)
    /// nil: it worked.
    case enabled(modem: ObjectPath, failure: String?)
    case switchedOffSettled(modem: ObjectPath)
    /// Which modems the person left switched off, by `Modem.memoryKey`.
    case recalled(switchedOff: Set<String>)

    // Call objects
    case callAdded(ObjectPath, modem: ObjectPath)
    case callDeleted(ObjectPath)
    case callRead(ObjectPath, [String: Variant])
    case callChanged(ObjectPath, CallWord)
    case numberOverdue(ObjectPath)

    // What the service asks for
    case placing(CallID, modem: ObjectPath, digits: String)
    case created(CallID, ObjectPath)
    case placed(CallID)
    case notPlaced(CallID)
    case ending(CallID)
    /// Its Hangup failed.
    case notEnding(CallID)
    case acceptFailed(CallID, modem: ObjectPath)
    /// Its dial failed, and whether the modem has a call because of it could not be settled.
    case leftUp(CallID)
    /// A command found that ModemManager does not have its object any more.
    case vanished(CallID)
}

/// What the book wants done.
enum BookEffect: Hashable, Sendable {
    case report(BackendEvent)
    case readSIM(modem: ObjectPath, sim: ObjectPath)
    case readSIMAgain(modem: ObjectPath, sim: ObjectPath)
    case readCall(ObjectPath)
    case enable(modem: ObjectPath)
    case settleSwitchedOff(modem: ObjectPath)
    case remember(isSwitchedOff: Bool, modem: String)
    case awaitNumber(ObjectPath)
    case deleteCall(ObjectPath, modem: ObjectPath)
    /// Stops whatever the modem still does although ModemManager thinks the call has ended.
    case silence(modem: ObjectPath)
}
