// SPDX-License-Identifier: Apache-2.0
import DBus

/// Names of ModemManager's bus interface (ModemManager 1.20 D-Bus reference).
enum Name {
    static let service = "org.freedesktop.ModemManager1"
    /// Whoever owns it on the bus of ModemManager has the modems; of several Dialtones one does.
    static let keeper = "org.dialtone.Dialtone1"
    static let root: ObjectPath = "/org/freedesktop/ModemManager1"
    static let manager = "org.freedesktop.ModemManager1"
    static let modem = "org.freedesktop.ModemManager1.Modem"
    static let modem3GPP = "org.freedesktop.ModemManager1.Modem.Modem3gpp"
    static let ussd = "org.freedesktop.ModemManager1.Modem.Modem3gpp.Ussd"
    static let voice = "org.freedesktop.ModemManager1.Modem.Voice"
    static let sim = "org.freedesktop.ModemManager1.Sim"
    static let call = "org.freedesktop.ModemManager1.Call"
    static let objectManager = "org.freedesktop.DBus.ObjectManager"
    /// The identity of a bus: another one after every start of it (D-Bus specification, org.freedesktop.DBus.GetId).
    static let busIdentity = MethodAddress(
        destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
        member: "GetId")
    static let properties = "org.freedesktop.DBus.Properties"
}
