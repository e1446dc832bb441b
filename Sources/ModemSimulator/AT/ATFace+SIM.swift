// SPDX-License-Identifier: Apache-2.0

/// The SIM: codes, files, own number (3GPP TS 27.007 §8, TS 31.102).
extension ATFace {
    mutating func simAnswer(_ command: ATCommand, _ turn: ATTurn) -> ATAnswer? {
        guard let modem = network.modem(turn.modem) else { return nil }
        return switch command.form {
        case "+CPIN?":
            modem.sim == .absent ? .failure(.simNotInserted) : .ok("+CPIN: \(modem.sim.wantedCode ?? "READY")")
        case "+CPIN=": enter(command, turn)
        case "+CPWD=": changePIN(command, turn)
        case "^SPIC=" where profile == .cinterion: .ok("^SPIC: \(modem.retries(ofPUK: command.field(1) == "1"))")
        case "+CSIM=" where profile == .generic: modem.retriesAsCardStatus(command)
        case "+CIMI": modem.whenReady { .ok(modem.imsi) }
        case "+CNUM": modem.whenReady { .ok("+CNUM: ,\"\(modem.number)\",\(modem.number.numberType)") }
        case "+CRSM=": modem.whenReady { .ok(modem.file(command)) }
        case "+CLCK=?": .ok("+CLCK: (\"SC\")")
        case "+CLCK=": modem.whenReady { command.field(1) == "2" ? .ok("+CLCK: 0") : .failure(.notSupported) }
        default: nil
        }
    }

    private mutating func enter(_ command: ATCommand, _ turn: ATTurn) -> ATAnswer {
        let (code, newPIN) = (command.field(0), command.field(1))
        guard newPIN.isEmpty else { return obey(.enterPUK(code, newPIN: newPIN, modem: turn.modem), at: turn.now) }
        return obey(.enterPIN(code, modem: turn.modem), at: turn.now)
    }
}

extension ATFace {
    private mutating func changePIN(_ command: ATCommand, _ turn: ATTurn) -> ATAnswer {
        guard command.field(0) == "SC" else { return .failure(.incorrectParameters) }
        return obey(.changePIN(from: command.field(1), to: command.field(2), modem: turn.modem), at: turn.now)
    }
}

extension SimulatedModem {
    func retries(ofPUK: Bool) -> Int { ofPUK ? pukRetries : pinRetries }

    /// VERIFY and RESET RETRY COUNTER without data: the card answers with the tries that are left (TS 102 221 §11.1.9).
    func retriesAsCardStatus(_ command: ATCommand) -> ATAnswer {
        switch command.field(1) {
        case "": .ok
        case "0020000100": .ok("+CSIM: 4,\"63C\(pinRetries)\"")
        case "002C000100": .ok("+CSIM: 4,\"63C\(String(pukRetries, radix: 16, uppercase: true))\"")
        default: .ok("+CSIM: 4,\"6A88\"")
        }
    }

    func whenReady(_ answer: () -> ATAnswer) -> ATAnswer {
        switch sim {
        case .ready: answer()
        case .absent: .failure(.simNotInserted)
        case .pinLocked: .failure(.pinRequired)
        case .pukLocked: .failure(.pukRequired)
        }
    }

    /// The answer to READ BINARY of a file; any other command or file is not found (TS 102 221: 6A 82).
    func file(_ command: ATCommand) -> String {
        let content = command.field(0) == "176" ? fileContent(command.field(1)) : nil
        return content.map { "+CRSM: 144,0,\"\($0)\"" } ?? "+CRSM: 106,130"
    }

    private func fileContent(_ identifier: String) -> String? {
        switch identifier {
        case "12258": String.swappedDigits(iccid)  // EF_ICCID
        case "28589": "0000000\(operatorCode.count - 3)"  // EF_AD: how long the MNC is
        case "28486": "01" + String.hexadecimal(operatorName, padded: 16)  // EF_SPN
        case "28599": emergencyNumbers.map(String.emergencyRecord).joined() + String.emergencyRecord("")  // EF_ECC
        default: nil
        }
    }
}

extension String {
    /// A record of EF_ECC: six digits, the missing ones F, so that no number is a blank record (TS 31.102 §4.2.21).
    static func emergencyRecord(_ digits: String) -> String {
        let padded = digits.prefix(6) + String(repeating: "F", count: 6 - digits.prefix(6).count)
        return swappedDigits(String(padded))
    }

    /// 145 for an international number, 129 for any other (TS 24.008 §10.5.4.7).
    var numberType: Int { hasPrefix("+") ? 145 : 129 }

    /// Pairs of digits the other way round, an odd one filled up with F (TS 102 221 §13.2).
    static func swappedDigits(_ digits: String) -> String {
        let padded = Array(digits.count.isMultiple(of: 2) ? digits : digits + "F")
        return stride(from: 0, to: padded.count, by: 2).map { "\(padded[$0 + 1])\(padded[$0])" }.joined()
    }

    /// The ASCII codes of a text, filled up with FF.
    static func hexadecimal(_ text: String, padded length: Int) -> String {
        let bytes = Array(text.utf8.prefix(length))
        let codes = bytes + Array(repeating: 0xFF, count: length - bytes.count)
        return codes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
}
