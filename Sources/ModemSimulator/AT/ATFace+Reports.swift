// SPDX-License-Identifier: Apache-2.0

/// What modems say unasked.
extension ATFace {
    /// Turns what was announced into reports; result codes come last.
    mutating func report(at now: Duration) -> [Output] {
        if let settled, settled > now { return [] }
        settled = nil
        var (reports, codes): ([Output], [Output]) = ([], [])
        for announcement in unreported {
            switch announcement {
            case .appeared(let call), .changed(let call): reports += reportCall(call, at: now)
            case .ended(let call, let ending):
                reports += reportEnd(of: call)
                codes += reportCode(of: call, ending)
            case .codeReplied(let reply, let modem), .codePushed(let reply, let modem):
                reports += write(on: modem, where: \.codeReports) { Self.line(reply, $0) }
            case .modemChanged(let modem): reports += reportModem(modem)
            case .toneSent, .toneReceived: break
            }
        }
        unreported = []
        return reports + codes
    }

    private mutating func reportCall(_ call: SimulatedCall, at now: Duration) -> [Output] {
        let known = told.firstIndex { $0.id == call.id }
        let before = known.map { told[$0].state }
        if let known { told[known] = call } else { told.append(call) }
        let list = callList(of: call.modem)
        switch call.state {
        case .incoming where before != .incoming: return list + ring(call, at: now)
        case .waiting where before == nil: return list + reportWaiting(call)
        default:
            stopRinging(call.modem)
            return list
        }
    }

    private mutating func reportEnd(of call: SimulatedCall) -> [Output] {
        told.removeAll { $0.id == call.id }
        stopRinging(call.modem)
        return callList(of: call.modem)
    }

    /// The result code of a call's end, unless the modem's side ended it or another call goes on.
    private func reportCode(of call: SimulatedCall, _ ending: SimulatedCall.Ending) -> [Output] {
        guard !told.contains(where: { $0.modem == call.modem }) else { return [] }
        let code: String? =
            switch ending {
            case .local, .declined, .remote(silent: true): nil
            case .busy: "BUSY"
            case .noAnswer: "NO ANSWER"
            case .remote(silent: false), .rejected, .refused, .lost: "NO CARRIER"
            }
        return code.map { code in write(on: call.modem) { _ in code } } ?? []
    }

    /// Every call, as one write that ends with an empty entry.
    private func callList(of modem: String) -> [Output] {
        let calls = told.filter { $0.modem == modem }.map { "^SLCC: \($0.cinterionListing)" }
        let list = (calls + ["^SLCC: "]).joined(separator: "\r\n")
        return write(on: modem, where: \.callList) { _ in list }
    }

    private mutating func ring(_ call: SimulatedCall, at now: Duration) -> [Output] {
        nextRing[call.modem] = now + Self.ringInterval
        let rings = write(on: call.modem) { $0.extendedRing ? "+CRING: VOICE" : "RING" }
        return rings + write(on: call.modem, where: \.callerNumber) { _ in "+CLIP: \(call.party.callerLine)" }
    }

    private mutating func stopRinging(_ modem: String) {
        if !told.contains(where: { $0.modem == modem && $0.state == .incoming }) { nextRing[modem] = nil }
    }

    /// Says RING once more where a call still comes in.
    mutating func ringAgain(at now: Duration) -> [Output] {
        let due = nextRing.filter { $0.value <= now }.keys.sorted()
        for modem in due { nextRing[modem] = nil }
        let ringing = due.compactMap { modem in told.first { $0.modem == modem && $0.state == .incoming } }
        return ringing.flatMap { ring($0, at: now) }
    }

    private func reportWaiting(_ call: SimulatedCall) -> [Output] {
        let (number, validity) = (call.party.presentedNumber, call.party.validity)
        return write(on: call.modem, where: \.callWaiting) { _ in
            "+CCWA: \"\(number)\",\(number.isEmpty ? 128 : number.numberType),1,,\(validity)"
        }
    }

    private mutating func reportModem(_ modem: SimulatedModem) -> [Output] {
        guard modem.plugged else { return drop(modem.id) }
        return ["+CREG", "+CGREG", "+CEREG"].flatMap { name in
            write(on: modem.id, where: { $0.registrationReports[name] ?? 0 > 0 }) { settings in
                "\(name): \(modem.registration(withCell: settings.registrationReports[name] == 2))"
            }
        }
    }

    private func write(
        on modem: String, where wants: (ATSettings) -> Bool = { _ in true }, _ text: (ATSettings) -> String
    ) -> [Output] {
        ports.keys.sorted().compactMap { port in
            guard let settings = ports[port]?.settings, ports[port]?.modem == modem, wants(settings) else { return nil }
            return .write(port, Self.framed(text(settings)))
        }
    }
}

extension SimulatedParty {
    /// CLI validity (27.007 +CLIP): valid, withheld, not available.
    var validity: Int {
        switch presentation {
        case .allowed: 0
        case .restricted: 1
        case .unknown, .payphone: 2
        }
    }

    /// As +CLIP gives it.
    var callerLine: String {
        let number = presentedNumber
        return "\"\(number)\",\(number.isEmpty ? 128 : number.numberType),,,,\(validity)"
    }
}
