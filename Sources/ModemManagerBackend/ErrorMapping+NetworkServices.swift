// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony

/// What was asked of ModemManager besides calls: which polkit action guards it, and how a refusal of it is worded.
enum NetworkService: Hashable, Sendable {
    case ussd, sim, callWaiting, equipment

    /// The actions of ModemManager 1.20's D-Bus reference.
    var action: String {
        switch self {
        case .ussd: "org.freedesktop.ModemManager1.USSD"
        case .sim: "org.freedesktop.ModemManager1.Device.Control"
        case .callWaiting: "org.freedesktop.ModemManager1.Voice"
        case .equipment: "org.freedesktop.ModemManager1.Control"
        }
    }

    var unsupported: TelephonyError {
        switch self {
        case .ussd:
            TelephonyError(
                .callRefused, "the network or the modem does not know this code; check it, or ask the operator")
        case .sim: TelephonyError(.modemFailed, "this modem cannot change SIM codes; change them in another device")
        case .callWaiting:
            TelephonyError(.modemFailed, "this modem cannot switch call waiting; ask the operator to do it")
        case .equipment: TelephonyError(.modemFailed, "the modem does not tell its identity; look at its label")
        }
    }
}

extension ErrorMapping {
    /// - Parameter triesLeft: what the SIM still allows, when that is known.
    static func telephonyError(
        _ error: any Error, of service: NetworkService, readiness: Line.Readiness?, triesLeft: SIMTries?
    ) -> TelephonyError {
        guard let error = error as? DBusError else { return telephonyError(error, readiness: nil) }
        if service == .sim, let failure = simError(error.name, triesLeft ?? SIMTries()) { return failure }
        switch error.name {
        case core("Unauthorized"): return unauthorized(service)
        case core("Unsupported"), DBusError.unknownMethod, DBusError.unknownInterface, equipment("NotSupported"):
            // A modem whose SIM is locked has no such interfaces yet.
            if service == .ussd || service == .callWaiting, let cause = readiness?.refusal {
                return cause
            }
            return service.unsupported
        case core("WrongState"):
            if let cause = readiness?.refusal { return cause }
            return service == .ussd ? sessionElsewhere : telephonyError(error, readiness: readiness)
        // The network's word, which ModemManager passes on in these.
        case core("Aborted"), core("Cancelled"), core("Failed"):
            if service != .sim, let cause = readiness?.refusal { return cause }
            return service == .equipment || service == .sim ? telephonyError(error, readiness: readiness) : refused
        default: return telephonyError(error, readiness: readiness)
        }
    }

    private static func core(_ name: String) -> String { "org.freedesktop.ModemManager1.Error.Core.\(name)" }
    private static func equipment(_ name: String) -> String {
        "org.freedesktop.ModemManager1.Error.MobileEquipment.\(name)"
    }

    private static func unauthorized(_ service: NetworkService) -> TelephonyError {
        TelephonyError(
            .modemFailed,
            "the system does not let this program do this with the modem; allow the polkit action "
                + "\(service.action), or log in on the device itself")
    }

    private static let sessionElsewhere = TelephonyError(
        .wrongState,
        "a code that Dialtone did not begin is open on this line; end it in the program that runs it, or with "
            + "mmcli -m any --3gpp-ussd-cancel")

    private static let refused = TelephonyError(
        .callRefused, "the network did not carry the code out; check it and try again")

    private static func simError(_ name: String, _ tries: SIMTries) -> TelephonyError? {
        switch name {
        case equipment("IncorrectPassword") where tries.pin == 0 && tries.puk != 0: incorrectPUK(tries)
        case equipment("IncorrectPassword") where tries.puk == 0: blocked
        case equipment("IncorrectPassword"): incorrectPIN(tries)
        case equipment("SimPuk"): needsPUK
        case equipment("SimFailure"), equipment("SimWrong"): blocked
        case core("WrongState"):
            TelephonyError(.wrongState, "the SIM does not ask for that code now; look at the line's state")
        default: nil
        }
    }

    private static func incorrectPIN(_ tries: SIMTries) -> TelephonyError {
        let left = tries.pin.map { ", \($0 == 1 ? "one try is" : "\($0) tries are") left before the SIM wants its PUK" }
        return TelephonyError(.incorrectCode, "the PIN is wrong; enter the right one\(left ?? "")")
    }

    private static func incorrectPUK(_ tries: SIMTries) -> TelephonyError {
        let left = tries.puk.map { ", \($0 == 1 ? "one try is" : "\($0) tries are") left before it is of no use" }
        return TelephonyError(
            .incorrectCode, "the SIM is blocked and the code was wrong; enter its PUK\(left ?? "")")
    }

    private static let needsPUK = TelephonyError(
        .simLocked, "the SIM is blocked; unblock it with its PUK and a new PIN")

    private static let blocked = TelephonyError(
        .simLocked, "the SIM takes no code any more; ask the operator for a new one")
}
