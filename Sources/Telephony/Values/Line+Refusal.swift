// SPDX-License-Identifier: Apache-2.0

extension Line.Readiness {
    /// The error for dialing on a line in this state; nil when it can dial.
    package var refusal: TelephonyError? {
        switch self {
        case .ready: nil
        case .starting: TelephonyError(.notRegistered, "the modem is still starting; try again in a few seconds")
        case .noSIM: .noSIM
        case .locked(let code): .simLocked(code)
        case .notRegistered: .notRegistered
        case .emergencyOnly:
            TelephonyError(.notRegistered, "only emergency calls are possible here; try again where there is coverage")
        case .switchedOff: .switchedOff
        case .failed(let why): TelephonyError(.modemFailed, why)
        }
    }
}

// The one wording of what keeps a line from dialing, whoever says it.
extension TelephonyError {
    /// There is no SIM.
    package static let noSIM = Self(.noSIM, "the modem has no SIM; insert one")
    /// No network lets the modem in.
    package static let notRegistered = Self(
        .notRegistered, "the modem is not registered with a network; try again where there is coverage")
    /// The person switched the modem off.
    package static let switchedOff = Self(
        .switchedOff, "the modem is switched off; switch it on with `mmcli -m any --enable`")

    /// The SIM or the modem wants a code before it does anything.
    ///
    /// - Parameter code: which, in the words of 3GPP TS 27.007 +CPIN; a PUK is part of a code that can be dialed.
    package static func simLocked(_ code: String = "SIM PIN") -> Self {
        let next =
            switch code {
            case "SIM PUK": "unblock it with `dialtone ussd` and **05*PUK*PIN*PIN#"
            case "SIM PUK2": "unblock it with `dialtone ussd` and **052*PUK2*PIN2*PIN2#"
            case _ where code.hasPrefix("PH-"): "ask who sold the modem for the code that frees it"
            default: "enter its code with `mmcli -i any --pin=CODE`"
            }
        return Self(.simLocked, "the SIM is locked (\(code)); \(next)")
    }

    /// What happened, and what to do next: the two halves of the message; nil where it has but one.
    package var halves: (what: String, next: String)? {
        guard let semicolon = message.firstIndex(of: ";") else { return nil }
        let next = message[semicolon...].drop { $0 == ";" || $0 == " " }
        return next.isEmpty ? nil : (String(message[..<semicolon]), String(next))
    }
}
