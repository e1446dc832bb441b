// SPDX-License-Identifier: Apache-2.0

/// The network the modem is on, and how well it hears it (3GPP TS 27.007 §7, §8).
extension ATFace {
    mutating func registrationAnswer(_ command: ATCommand, _ turn: ATTurn) -> ATAnswer? {
        guard let modem = network.modem(turn.modem) else { return nil }
        return switch command.form {
        case "+CREG=", "+CGREG=", "+CEREG=":
            set(turn) { $0.registrationReports[command.name] = Int(command.argument) ?? 0 }
        case "+CREG?", "+CGREG?", "+CEREG?": .ok(registration(command.name, modem, turn))
        case "+CREG=?", "+CGREG=?", "+CEREG=?": .ok("\(command.name): (0-2)")
        case "+COPS=": setOperatorFormat(command, turn)
        case "+COPS?": .ok(operatorLine(modem, format: settings(turn).operatorFormat))
        case "+COPS=?":
            .ok("+COPS: (2,\"\(modem.operatorName)\",\"\(modem.operatorName)\",\"\(modem.operatorCode)\",2)")
        case "+WS46=?": .ok("+WS46: (12,22)")
        case "+CSQ": .ok("+CSQ: \(modem.isReachable ? 20 : 99),99")
        case "+CIND=?": .ok("+CIND: (\"signal\",(0-5)),(\"service\",(0,1)),(\"call\",(0,1)),(\"roam\",(0,1))")
        case "+CIND?": .ok(indicators(modem))
        case "+CGDCONT=?": .ok("+CGDCONT: (1-5),\"IP\",,,(0),(0)")
        case "+CGDCONT?", "+CGDCONT=", "+CGACT?": .ok
        default: nil
        }
    }

    private mutating func setOperatorFormat(_ command: ATCommand, _ turn: ATTurn) -> ATAnswer {
        guard command.field(0) == "3" else { return .ok }
        return set(turn) { $0.operatorFormat = Int(command.field(1)) ?? 0 }
    }

    private func registration(_ name: String, _ modem: SimulatedModem, _ turn: ATTurn) -> String {
        let reports = settings(turn).registrationReports[name] ?? 0
        return "\(name): \(reports),\(modem.registration(withCell: reports == 2))"
    }

    private func operatorLine(_ modem: SimulatedModem, format: Int) -> String {
        guard modem.isReachable else { return "+COPS: 0" }
        return "+COPS: 0,\(format),\"\(format == 2 ? modem.operatorCode : modem.operatorName)\",2"
    }

    private func indicators(_ modem: SimulatedModem) -> String {
        let isCalling = network.calls(of: modem.id).contains { $0.state == .active }
        return "+CIND: \(modem.isReachable ? "4,1" : "0,0"),\(isCalling ? 1 : 0),0"
    }
}

extension SimulatedModem {
    /// Status, and when it is registered the area, the cell and the technology (UTRAN).
    func registration(withCell: Bool) -> String {
        guard isReachable else { return "0" }
        return withCell ? "1,\"0001\",\"00000001\",2" : "1"
    }
}
