// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony

/// ModemManager's errors in our words, each with the next step.
enum ErrorMapping {
    private static let prefix = "org.freedesktop.ModemManager1.Error."

    /// - Parameter readiness: of the line the call was to be started on; it explains a refusal better than the error.
    static func telephonyError(_ error: any Error, readiness: Line.Readiness?) -> TelephonyError {
        if let error = error as? TelephonyError { return error }
        guard let error = error as? DBusError else {
            return TelephonyError(.modemFailed, "the modem service failed; restart the ModemManager service")
        }
        let isRefusal = refusals.contains(error.name) && !isPolkit(error)
        if isRefusal, let cause = readiness?.refusal { return cause }
        guard let entry = table.first(where: { $0.names.contains(error.name) }) else { return other(error) }
        return isPolkit(error) ? unauthorized : TelephonyError(entry.code, entry.message)
    }

    /// Errors that say no more than that the modem would not.
    private static let refusals: Set<String> = [
        prefix + "Core.Unauthorized", prefix + "Core.WrongState", prefix + "Core.Failed",
        prefix + "Core.WrongSimState",
    ]

    /// "Unauthorized" comes from polkit, and from ModemManager itself when only emergency calls are possible.
    private static func isPolkit(_ error: DBusError) -> Bool {
        error.name == prefix + "Core.Unauthorized" && !error.message.contains("emergency")
    }

    private static let unauthorized = TelephonyError(
        .modemFailed,
        "the system does not let this program use the modem's voice calls; allow the polkit action "
            + "org.freedesktop.ModemManager1.Voice, or log in on the device itself")

    private struct Entry {
        var code: TelephonyError.Code
        var message: String
        var names: Set<String>

        init(_ code: TelephonyError.Code, _ message: String, _ names: Set<String>) {
            self.code = code
            self.message = message
            self.names = names
        }
    }

    private static func core(_ names: String...) -> Set<String> { Set(names.map { prefix + "Core." + $0 }) }
    private static func equipment(_ names: String...) -> Set<String> {
        Set(names.map { prefix + "MobileEquipment." + $0 })
    }

    private static let table: [Entry] = [
        Entry(
            .modemServiceUnavailable, "ModemManager is not running; start the ModemManager service",
            [DBusError.serviceUnknown, DBusError.nameHasNoOwner, DBusError.disconnected, DBusError.noServer]),
        Entry(
            .modemTimedOut, "the modem did not answer in time; try again",
            equipment("NetworkTimeout").union([
                DBusError.noReply, DBusError.timedOut, prefix + "Serial.ResponseTimeout",
            ])),
        Entry(
            .modemFailed, "the bus does not let this program talk to ModemManager; check its D-Bus policy",
            [DBusError.accessDenied]),
        Entry(
            .serviceUnavailable, "the modem is gone; plug it in again, or choose another line",
            core("NotFound").union([DBusError.unknownObject, DBusError.unknownMethod, DBusError.unknownInterface])),
        Entry(
            .callRefused, "the network did not take the call; check the number and try again",
            Set(["NoCarrier", "NoDialtone", "Busy", "NoAnswer"].map { prefix + "Connection." + $0 })
                .union(equipment("CallBarred", "FixedDialNumberOnly", "DialStringInvalid", "DialStringTooLong"))),
        Entry(
            .notRegistered, TelephonyError.notRegistered.message,
            core("Unauthorized").union(
                equipment(
                    "NoNetwork", "NetworkNotAllowed", "NotAllowedEmergencyOnly", "NotAttachedRestricted",
                    "TemporarilyOutOfService"))),
        Entry(.noSIM, TelephonyError.noSIM.message, equipment("SimNotInserted")),
        Entry(
            .simLocked, TelephonyError.simLocked().message,
            core("WrongSimState").union(equipment("SimPin", "SimPuk", "PhSimPin", "PhFsimPin", "NetworkPin"))),
        Entry(.lineBusy, "the modem is busy with another request; try again", core("InProgress", "TooMany", "Retry")),
        Entry(.wrongState, "the modem cannot do that now; try again in a moment", core("WrongState")),
        Entry(
            .modemFailed, "the modem cannot do that; use another modem for it",
            core("Unsupported").union(equipment("NotSupported"))),
        Entry(
            .modemFailed, "the connection to the modem broke; plug it in again or restart ModemManager",
            core("Connected", "Aborted", "Cancelled")),
    ]

    /// An error we have no better word for; only its name is shown, for its text may hold a number.
    private static func other(_ error: DBusError) -> TelephonyError {
        let name = error.name.hasPrefix(prefix) ? String(error.name.dropFirst(prefix.count)) : error.name
        return TelephonyError(.modemFailed, "the modem failed (\(name)); try again, or plug it in again")
    }
}
