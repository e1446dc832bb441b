// SPDX-License-Identifier: Apache-2.0

/// Network codes (3GPP TS 27.007 +CUSD) and call waiting (+CCWA), which any modem has.
extension ATFace {
    mutating func codeAnswer(_ command: ATCommand, _ turn: ATTurn) -> ATAnswer? {
        switch command.form {
        case "+CUSD=?": .ok("+CUSD: (0-2)")
        case "+CUSD?": .ok("+CUSD: \(settings(turn).codeReports ? 1 : 0)")
        case "+CUSD=": sendCode(command, turn)
        case "+CCWA=?": .ok("+CCWA: (0,1)")
        case "+CCWA=": setCallWaiting(command, turn)
        default: nil
        }
    }

    private mutating func sendCode(_ command: ATCommand, _ turn: ATTurn) -> ATAnswer {
        guard command.field(0) != "2" else { return obey(.cancelCode(modem: turn.modem), at: turn.now) }
        _ = set(turn) { $0.codeReports = command.field(0) == "1" }
        let code = plainCode(command.field(1), turn)
        return code.isEmpty ? .ok : obey(.code(code, modem: turn.modem), at: turn.now)
    }

    /// What the host means: an answer is written as the code before it was.
    private mutating func plainCode(_ written: String, _ turn: ATTurn) -> String {
        guard !written.isNetworkCode else {
            _ = set(turn) { $0.codesInHexadecimal = false }
            return written
        }
        let text = written.fromHexadecimal ?? written
        if text.isNetworkCode { _ = set(turn) { $0.codesInHexadecimal = true } }
        return text.isNetworkCode || settings(turn).codesInHexadecimal ? text : written
    }

    /// `<n>,<mode>`: the mode switches (0, 1) or asks (2); without it, `<n>` says whether waiting calls are reported.
    private mutating func setCallWaiting(_ command: ATCommand, _ turn: ATTurn) -> ATAnswer {
        switch command.field(1) {
        case "2": return .ok("+CCWA: \(network.modem(turn.modem)?.callWaiting == true ? 1 : 0),1")
        case "0", "1":
            return obey(.callWaiting(command.field(1) == "1", modem: turn.modem), at: turn.now)
        default: return set(turn) { $0.callWaiting = command.field(0) == "1" }
        }
    }

    /// As +CUSD has it; the network's text cannot leave its quotes.
    static func line(_ reply: CodeReply, _ settings: ATSettings) -> String {
        guard !reply.text.isEmpty else { return "+CUSD: \(reply.outcome.status)" }
        let text = reply.text.map { $0 == "\"" ? "'" : $0 == "\r\n" || $0 == "\r" ? "\n" : $0 }
        let written = settings.characterSet == "UCS2" ? String(text).ucs2 : String(text)
        return "+CUSD: \(reply.outcome.status),\"\(written)\",15"
    }
}

extension String {
    /// The hexadecimal codes of its UTF-16 units.
    var ucs2: String {
        utf16.map { unit in
            let digits = String(unit, radix: 16, uppercase: true)
            return String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}

extension StringProtocol {
    /// Without the letters at the end that show or hide the own number, or name a closed group (27.007 §6.2).
    var trimmingPresentation: SubSequence {
        var rest = self[...]
        while let last = rest.last, "IiGg".contains(last) { rest = rest.dropLast() }
        return rest
    }

    /// The text whose characters' hexadecimal codes these are; nil when they are no such codes.
    var fromHexadecimal: String? {
        let digits = Array(self)
        guard count.isMultiple(of: 2), count > 1, allSatisfy(\.isHexDigit) else { return nil }
        let bytes = stride(from: 0, to: count, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether it is a code for the network and not a number (3GPP TS 22.030 §6.5.2).
    var isNetworkCode: Bool { (hasPrefix("*") || hasPrefix("#")) && hasSuffix("#") }
}
