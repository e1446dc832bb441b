// SPDX-License-Identifier: Apache-2.0

/// What the other side of a call, the network and the modem's owner do.
extension SimulatedNetwork {
    mutating func ring(
        from party: SimulatedParty, modem name: String?, at now: Duration
    ) throws(NetworkRefusal) -> [Announcement] {
        guard party.number.isEmpty || party.number.isDialString else { throw .invalidNumber }
        let modem = try reachableModem(name)
        let mine = calls(of: modem.id)
        guard !mine.contains(where: { $0.state == .incoming || $0.state == .waiting }) else { throw .lineBusy }
        guard mine.isEmpty || modem.callWaiting else { throw .lineBusy }
        let call = try add(
            party, on: modem.id, outgoing: false, state: mine.isEmpty ? .incoming : .waiting,
            script: scenario.callers, at: now)
        return [.appeared(call)]
    }

    func reachableModem(_ name: String?) throws(NetworkRefusal) -> SimulatedModem {
        let named = try modems(named: name)
        if let reachable = named.first(where: \.isReachable) { return reachable }
        guard let modem = named.first else { throw .unknownModem }
        guard modem.plugged else { throw .unplugged }
        guard modem.sim != .absent else { throw .noSIM }
        throw modem.sim == .ready ? .noCoverage : .simLocked
    }

    /// All modems, or the one with this id or own number.
    func modems(named name: String?) throws(NetworkRefusal) -> [SimulatedModem] {
        guard let name else { return modems }
        if let modem = modem(name) { return [modem] }
        guard let modem = modems.first(where: { $0.number.endsAlike(name) }) else { throw .unknownModem }
        return [modem]
    }

    mutating func perform(_ act: RemoteAct, number: String?) throws(NetworkRefusal) -> [Announcement] {
        let candidates = calls.indices.filter { number.map(calls[$0].party.matches) ?? true }
        guard !candidates.isEmpty else { throw .unknownCall }
        guard let position = candidates.last(where: { act.applies(to: calls[$0].state) }) else { throw .wrongState }
        return perform(act, at: position)
    }

    /// The act must apply to the call's state.
    mutating func perform(_ act: RemoteAct, at position: Int) -> [Announcement] {
        let call = calls[position]
        if let ending = act.ending { return end([call], as: ending) }
        return setState(act == .alert ? .alerting : .active, where: { $0.id == call.id })
    }

    func receive(_ tone: Character, number: String?) throws(NetworkRefusal) -> [Announcement] {
        guard tone.isDTMF else { throw .invalidTone }
        let active = calls.last { $0.state == .active && (number.map($0.party.matches) ?? true) }
        guard let active else { throw .unknownCall }
        return [.toneReceived(tone, active)]
    }

    mutating func change(
        _ name: String?, _ edit: (inout SimulatedModem) -> Void
    ) throws(NetworkRefusal) -> [Announcement] {
        let names = Set(try modems(named: name).map(\.id))
        var announced: [Announcement] = []
        for position in modems.indices where names.contains(modems[position].id) {
            let before = modems[position]
            edit(&modems[position])
            guard modems[position] != before else { continue }
            if !modems[position].isReachable {
                announced += end(calls(of: before.id), as: .lost) + loseCode(of: before.id)
            }
            announced.append(.modemChanged(modems[position]))
        }
        return announced
    }
}

/// Faults, which both faces ask for before they do a command.
extension SimulatedNetwork {
    /// Makes a command fail from now on; replaces what was set for it.
    package mutating func set(_ fault: Fault) throws(NetworkRefusal) {
        clearFault(for: fault.command)
        guard faults.count < Self.maximumFaults else { throw .lineBusy }
        faults.append(fault)
    }

    /// Takes back the fault of a command; nil: all faults.
    package mutating func clearFault(for command: String?) {
        faults.removeAll { command == nil || $0.command == command?.uppercased() }
    }

    /// The fault of a command that is about to be done, which counts as one time.
    package mutating func takeFault(for command: String) -> Fault? {
        guard let position = faults.firstIndex(where: { $0.command == command }) else { return nil }
        let fault = faults[position]
        guard let times = fault.times else { return fault }
        faults[position].times = times - 1
        if times <= 1 { faults.remove(at: position) }
        return fault
    }
}
