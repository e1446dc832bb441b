// SPDX-License-Identifier: Apache-2.0

/// The port itself (ITU-T V.250) and who the modem is.
extension ATFace {
    mutating func basicAnswer(_ command: ATCommand, _ turn: ATTurn) -> ATAnswer? {
        switch command.form {
        case "E": set(turn) { $0.echo = command.argument == "1" }
        case "Z", "&F": set(turn) { $0 = ATSettings() }
        case "V": command.argument == "0" ? .failure(.notSupported) : .ok
        case "Q", "X", "&C", "&D", "&K", "&W", "\\Q", "S0=", "S3=", "S4=", "S7=", "+IPR=", "+IFC=", "+ICF=": .ok
        case "+CMEE=": set(turn) { $0.errorReports = Int(command.argument) ?? 0 }
        case "+CMEE?": .ok("+CMEE: \(settings(turn).errorReports)")
        case "+CSCS=": setCharacterSet(command.field(0), turn)
        case "+CSCS?": .ok("+CSCS: \"\(settings(turn).characterSet)\"")
        case "+CSCS=?": .ok("+CSCS: (\(Self.characterSets.map { "\"\($0)\"" }.joined(separator: ",")))")
        case "+IFC=?": .ok("+IFC: (0-3),(0-2)")
        case "+CMER=?": .ok("+CMER: (0-3),(0),(0),(0,1),(0)")
        case "+CMER=": .ok
        default: nil
        }
    }

    private static let characterSets = ["IRA", "GSM", "UCS2", "UTF-8"]

    private mutating func setCharacterSet(_ name: String, _ turn: ATTurn) -> ATAnswer {
        guard Self.characterSets.contains(name) else { return .failure(.incorrectParameters) }
        return set(turn) { $0.characterSet = name }
    }

    func identityAnswer(_ command: ATCommand, _ turn: ATTurn) -> ATAnswer? {
        switch command.form {
        case "+CGMI", "+GMI": .ok(profile.manufacturer)
        case "+CGMM", "+GMM": .ok(profile.model)
        case "+CGMR", "+GMR": .ok(profile.revision)
        case "+CGSN", "+GSN": .ok(network.modem(turn.modem)?.imei ?? "")
        case "I": .ok([profile.manufacturer, profile.model, "REVISION \(profile.revision)"])
        case "+GCAP": .ok("+GCAP: +CGSM,+DS,+ES")
        case "+CFUN?": .ok("+CFUN: 1")
        case "+CFUN=?": .ok("+CFUN: (0,1,4),(0)")
        case "+CFUN=": .ok
        default: nil
        }
    }

    func settings(_ turn: ATTurn) -> ATSettings { ports[turn.port]?.settings ?? ATSettings() }

    /// Changes the settings of the turn's port.
    mutating func set(_ turn: ATTurn, _ edit: (inout ATSettings) -> Void) -> ATAnswer {
        if var settings = ports[turn.port]?.settings {
            edit(&settings)
            ports[turn.port]?.settings = settings
        }
        return .ok
    }
}
