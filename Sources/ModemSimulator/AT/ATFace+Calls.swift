// SPDX-License-Identifier: Apache-2.0

/// Calls (ITU-T V.250 §6.3, 3GPP TS 27.007 §6 and §7).
extension ATFace {
    mutating func callAnswer(_ command: ATCommand, _ turn: ATTurn) -> ATAnswer? {
        switch command.form {
        case "D": dial(command.argument, turn)
        case "A": answerCall(turn)
        case "H", "+CHUP": hangUp(turn)
        case "+CHLD=": hold(command.argument, turn)
        case "+CHLD=?": .ok("+CHLD: (0,1,1x,2,2x,3,4)")
        case "+CTFR=": deflect(turn)
        case "+VTS=": sendTones(command.field(0), turn)
        case "+VTD=": .ok
        case "+CLCC": .ok(network.calls(of: turn.modem).map { "+CLCC: \($0.listing)" })
        case "+CLCC=?": .ok
        case "^SLCC=?" where profile == .cinterion: .ok
        case "^SLCC=" where profile == .cinterion: set(turn) { $0.callList = command.argument == "1" }
        case "^SLCC" where profile == .cinterion:
            .ok(network.calls(of: turn.modem).map { "^SLCC: \($0.cinterionListing)" })
        case "+CLIP=": set(turn) { $0.callerNumber = command.argument == "1" }
        case "+CRC=": set(turn) { $0.extendedRing = command.argument == "1" }
        default: nil
        }
    }

    private mutating func dial(_ text: String, _ turn: ATTurn) -> ATAnswer {
        let dialed = text.filter { $0 != " " }
        guard dialed.last == ";" else { return .final("NO CARRIER") }
        let digits = String(dialed.dropLast().trimmingPresentation)
        guard digits.isNetworkCode else { return obey(.dial(digits, modem: turn.modem), at: turn.now) }
        return obey(.code(digits, modem: turn.modem), at: turn.now)
    }

    private mutating func answerCall(_ turn: ATTurn) -> ATAnswer {
        guard let call = ringing(turn) else { return .final("NO CARRIER") }
        return obey(.answer(call: call.id), at: turn.now)
    }

    private func ringing(_ turn: ATTurn) -> SimulatedCall? {
        network.calls(of: turn.modem).first { $0.state == .incoming || $0.state == .waiting }
    }

    /// OK too when there is nothing to hang up.
    private mutating func hangUp(_ turn: ATTurn) -> ATAnswer {
        _ = obey(.hangUpCurrent(modem: turn.modem), at: turn.now)
        return .ok
    }

    private mutating func hold(_ argument: String, _ turn: ATTurn) -> ATAnswer {
        guard let operation = CallHoldOperation(argument) else { return .failure(.incorrectParameters) }
        return obey(.hold(operation, modem: turn.modem), at: turn.now)
    }

    private mutating func deflect(_ turn: ATTurn) -> ATAnswer {
        guard let call = ringing(turn) else { return .failure(.notAllowed) }
        return obey(.hangUp(call: call.id), at: turn.now)
    }

    private mutating func sendTones(_ tones: String, _ turn: ATTurn) -> ATAnswer {
        guard let call = network.calls(of: turn.modem).first(where: { $0.state == .active }) else {
            return .failure(.notAllowed)
        }
        for tone in tones {
            let answer = obey(.tone(tone, call: call.id), at: turn.now)
            guard answer == .ok else { return answer }
        }
        return .ok
    }
}

extension SimulatedCall {
    private var facts: String { "\(index),\(isOutgoing ? 0 : 1),\(state.rawValue),0,\(isMultiparty ? 1 : 0)" }

    private var address: String {
        let number = party.presentedNumber
        return number.isEmpty ? "" : ",\"\(number)\",\(number.numberType)"
    }

    /// As +CLCC lists it.
    var listing: String { facts + address }

    /// As ^SLCC lists it: one reserved field more.
    var cinterionListing: String { facts + ",0" + address }
}
