// SPDX-License-Identifier: Apache-2.0

extension ATFace {
    /// Does the commands of a line, one after the other up to the first that fails; what came of them is reported later.
    mutating func answer(_ line: String, on port: PortID, at now: Duration) -> [Output] {
        guard let modem = modem(of: port) else { return [] }
        guard let commands = ATLineParser.commands(in: line) else {
            // V.250 §5.2.1: what does not begin with AT is ignored.
            return line.uppercased().hasPrefix("AT") ? [.write(port, Self.framed("ERROR"))] : []
        }
        var turn = ATTurn(port: port, modem: modem, now: now)
        for command in commands where turn.final == nil && !turn.isMute { perform(command, in: &turn) }
        if !unreported.isEmpty, settled == nil { settled = now + Self.settlingTime }
        return turn.outputs
    }

    private mutating func perform(_ command: ATCommand, in turn: inout ATTurn) {
        let settings = ports[turn.port]?.settings ?? ATSettings()
        switch faulty(command, in: turn) ?? answer(to: command, in: turn) {
        case .ok(let lines): turn.lines += lines
        case .failure(let error): turn.final = settings.final(error)
        case .final(let text): turn.final = text
        case .silence: turn.isMute = true
        }
    }

    private mutating func faulty(_ command: ATCommand, in turn: ATTurn) -> ATAnswer? {
        guard let fault = network.takeFault(for: command.form) ?? network.takeFault(for: command.name) else {
            return nil
        }
        if fault.obeyed == true { _ = answer(to: command, in: turn) }
        return fault.final.map(ATAnswer.final) ?? .silence
    }

    private mutating func answer(to command: ATCommand, in turn: ATTurn) -> ATAnswer {
        let known =
            basicAnswer(command, turn) ?? identityAnswer(command, turn) ?? simAnswer(command, turn)
            ?? registrationAnswer(command, turn) ?? callAnswer(command, turn) ?? codeAnswer(command, turn)
        if let known { return known }
        noteUnknown(command)
        return .failure(.notSupported)
    }

    /// Does a command of the network and leaves what came of it to be reported.
    mutating func obey(_ command: NetworkCommand, at now: Duration) -> ATAnswer {
        do throws(NetworkRefusal) {
            unreported += try network.handle(command, at: now)
            return .ok
        } catch {
            return .failure(ATError(error))
        }
    }

    /// A line as V.250 §5.7.1 frames it.
    static func framed(_ line: String) -> String { "\r\n\(line)\r\n" }
}

/// One command line on its way to its final result.
struct ATTurn: Sendable {
    let port: ATFace.PortID
    let modem: String
    let now: Duration
    var lines: [String] = []
    var final: String?
    var isMute = false

    var outputs: [ATFace.Output] {
        let text = (lines + [final ?? "OK"]).map(ATFace.framed).joined()
        return isMute ? [] : [.write(port, text)]
    }
}
