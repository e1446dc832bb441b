// SPDX-License-Identifier: Apache-2.0

/// What the modem's user does.
extension SimulatedNetwork {
    /// Numbers that are dialed without a usable SIM (3GPP TS 22.101 §10.1).
    package static let emergencyNumbers: Set<String> = ["112", "911"]
    /// Numbers that are dialed too while there is no SIM at all.
    package static let emergencyNumbersWithoutSIM: Set<String> = ["000", "08", "110", "118", "119", "999"]

    mutating func dial(_ digits: String, from modem: String, at now: Duration) throws(NetworkRefusal) -> [Announcement]
    {
        guard digits.isDialString else { throw .invalidNumber }
        try checkService(of: modem, emergency: isEmergency(digits, from: modem))
        let mine = calls(of: modem)
        guard mine.allSatisfy({ $0.state == .active || $0.state == .held }) else { throw .lineBusy }
        let (active, held) = (mine.contains { $0.state == .active }, mine.contains { $0.state == .held })
        guard !(active && held), mine.count < Self.maximumCalls else { throw .lineBusy }
        let call = try add(
            SimulatedParty(number: digits), on: modem, outgoing: true, state: .dialing,
            script: scenario.script(for: digits), at: now)
        // The new call first: a host that is told of the held one alone takes the call it just dialed for gone.
        return [.appeared(call)] + setState(.held, where: { $0.modem == modem && $0.state == .active })
    }

    /// A locked SIM keeps its list to itself.
    private func isEmergency(_ digits: String, from id: String) -> Bool {
        if Self.emergencyNumbers.contains(digits) { return true }
        return switch modem(id)?.sim {
        case .absent: Self.emergencyNumbersWithoutSIM.contains(digits)
        case .ready: modem(id)?.emergencyNumbers.contains(digits) ?? false
        default: false
        }
    }

    func checkService(of id: String, emergency: Bool) throws(NetworkRefusal) {
        guard let modem = modem(id) else { throw .unknownModem }
        guard modem.plugged else { throw .unplugged }
        guard modem.sim != .absent || emergency else { throw .noSIM }
        guard modem.sim == .ready || emergency else { throw .simLocked }
        guard modem.coverage else { throw .noCoverage }
    }

    mutating func answer(_ id: Int) throws(NetworkRefusal) -> [Announcement] {
        let position = try position(of: id)
        let call = calls[position]
        guard call.state == .incoming || call.state == .waiting else { throw .wrongState }
        return setState(.held, where: { $0.modem == call.modem && $0.state == .active })
            + setState(.active, where: { $0.id == id })
    }

    mutating func hangUp(_ id: Int) throws(NetworkRefusal) -> [Announcement] {
        let position = try position(of: id)
        return end([calls[position]])
    }

    mutating func hangUpCurrent(of modem: String) throws(NetworkRefusal) -> [Announcement] {
        let current: Set<SimulatedCall.State> = [.active, .dialing, .alerting, .incoming]
        let ending = calls(of: modem).filter { current.contains($0.state) }
        guard !ending.isEmpty else { throw .unknownCall }
        return end(ending)
    }

    mutating func send(_ tone: Character, on id: Int) throws(NetworkRefusal) -> [Announcement] {
        guard tone.isDTMF else { throw .invalidTone }
        let position = try position(of: id)
        guard calls[position].state == .active else { throw .wrongState }
        return [.toneSent(tone, calls[position])]
    }

    func position(of id: Int) throws(NetworkRefusal) -> Int {
        guard let position = calls.firstIndex(where: { $0.id == id }) else { throw .unknownCall }
        return position
    }

    /// Puts all calls that match into a state and tells of those that were in another.
    mutating func setState(
        _ state: SimulatedCall.State, where matches: (SimulatedCall) -> Bool
    ) -> [Announcement] {
        var announced: [Announcement] = []
        for position in calls.indices where matches(calls[position]) && calls[position].state != state {
            calls[position].state = state
            announced.append(.changed(calls[position]))
        }
        return announced
    }

    /// Ends calls, by the modem's side when nothing else is said; a waiting call that is left alone then rings.
    mutating func end(_ ending: [SimulatedCall], as reason: SimulatedCall.Ending? = nil) -> [Announcement] {
        var announced: [Announcement] = []
        for call in ending {
            calls.removeAll { $0.id == call.id }
            let declined = call.state == .incoming || call.state == .waiting
            announced.append(.ended(call, reason ?? (declined ? .declined : .local)))
        }
        for modem in Set(ending.map(\.modem)).sorted() { announced += settle(modem) }
        return announced
    }

    /// What follows from calls that ended: a conference of one is none, and a waiting call alone is an incoming one.
    private mutating func settle(_ modem: String) -> [Announcement] {
        var announced: [Announcement] = []
        for position in loneMembers(of: modem) {
            calls[position].isMultiparty = false
            announced.append(.changed(calls[position]))
        }
        let mine = calls(of: modem)
        guard mine.count == 1, mine[0].state == .waiting else { return announced }
        return announced + setState(.incoming, where: { $0.id == mine[0].id })
    }

    private func loneMembers(of modem: String) -> [Int] {
        let members = calls.indices.filter { calls[$0].modem == modem && calls[$0].isMultiparty }
        return members.count == 1 ? members : []
    }
}

extension String {
    /// 1…80 of `0-9 * # +`, the plus in front of the number alone, which may have a caller-ID prefix.
    var isDialString: Bool {
        let number = hasPrefix("*31#") || hasPrefix("#31#") ? dropFirst(4) : self[...]
        let rest = number.hasPrefix("+") ? number.dropFirst() : self[...]
        return !rest.isEmpty && count <= SimulatedNetwork.maximumDigits
            && rest.allSatisfy { ("0"..."9").contains($0) || $0 == "*" || $0 == "#" }
    }
}

extension Character {
    /// One of `0-9 * # A-D`.
    var isDTMF: Bool { ("0"..."9").contains(self) || ("A"..."D").contains(self) || self == "*" || self == "#" }
}
