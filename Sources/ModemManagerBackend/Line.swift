// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony

extension Modem {
    /// Whether a call can be started on the modem, in the words of a line.
    func readiness(isSwitchedOff: Bool) -> Line.Readiness {
        let readiness = stateReadiness(isSwitchedOff: isSwitchedOff)
        // Whose SIM it is has yet to be found out, and a call on the wrong one is the person's money.
        return readiness == .ready && sim?.isRead == false ? .starting : readiness
    }

    private func stateReadiness(isSwitchedOff: Bool) -> Line.Readiness {
        switch state {
        case .failed: failure
        case .locked: .locked(lock.name)
        case .disabled, .disabling: isSwitchedOff ? .switchedOff : enableFailure.map { .failed($0) } ?? .starting
        case .unknown, .initializing, .enabling: .starting
        case .enabled where registration == .unknown: .starting
        default: coverage
        }
    }

    private var failure: Line.Readiness {
        switch failedReason {
        case .simMissing, .noSIMProfile: .noSIM
        case .simError: .failed("the SIM cannot be read; take it out and put it in again")
        default: .failed("the modem does not start; plug it in again or restart ModemManager")
        }
    }

    /// A modem without 3GPP interface (CDMA) has no registration to read; then its state decides.
    private var coverage: Line.Readiness {
        switch registration {
        case .emergencyOnly, .restrictedLocalService: .emergencyOnly
        case .homeSMSOnly, .roamingSMSOnly: .notRegistered
        default: state.rawValue >= ModemState.registered.rawValue ? .ready : .notRegistered
        }
    }

    /// The operator, else whose SIM it is, else what modem it is.
    var label: String {
        for text in [operatorName, sim?.operatorName ?? "", model] where !text.isEmpty { return text }
        return "Modem"
    }

    /// ModemManager does not pass on the list that a network sends.
    var emergency: EmergencyFacts {
        EmergencyFacts(
            simNumbers: sim?.emergencyNumbers ?? [], networkCountry: networkCountry, simCountry: sim?.country)
    }

    /// The last two digits of the SIM's own number.
    var numberSuffix: String? {
        let digits = ownNumbers.first?.filter(\.isNumber) ?? ""
        return digits.count >= 2 ? "··" + digits.suffix(2) : nil
    }
}

/// Makes the lines of a set of modems, with labels that differ where they can.
enum Lines {
    /// - Parameter keeper: the other Dialtone that has the modems.
    static func make(
        of modems: [Modem], owner: String, keeper: String?, switchedOff: (Modem) -> Bool
    ) -> [Line] {
        let labels = Dictionary(grouping: modems, by: \.label)
        return modems.map { modem in
            let isAlone = (labels[modem.label]?.count ?? 0) < 2
            let suffix = isAlone ? nil : modem.numberSuffix
            return Line(
                key: LineKey(backend: ModemManagerBackend.name, reference: "\(modem.path.rawValue)@\(owner)"),
                iccid: modem.sim.flatMap { $0.identifier.isEmpty ? nil : $0.identifier },
                label: suffix.map { "\(modem.label) \($0)" } ?? modem.label,
                readiness: keeper.map { .failed(Keeper.refusal($0)) }
                    ?? modem.readiness(isSwitchedOff: switchedOff(modem)), emergency: modem.emergency)
        }
    }
}
