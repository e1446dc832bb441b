// SPDX-License-Identifier: Apache-2.0

/// The call operations of 3GPP TS 22.030 §6.5.5.1.
extension SimulatedNetwork {
    mutating func perform(
        _ operation: CallHoldOperation, on modem: String
    ) throws(NetworkRefusal) -> [Announcement] {
        switch operation {
        case .releaseHeldOrDeclineWaiting: try releaseHeldOrDeclineWaiting(modem)
        case .releaseActiveAndAccept: try releaseActiveAndAccept(modem)
        case .release(let index): end([try call(index, of: modem)])
        case .holdActiveAndAccept: try holdActiveAndAccept(modem)
        case .split(let index): try split(index, of: modem)
        case .join: try join(modem)
        case .transfer: try transfer(modem)
        }
    }

    private func call(_ index: Int, of modem: String) throws(NetworkRefusal) -> SimulatedCall {
        guard let call = calls(of: modem).first(where: { $0.index == index }) else { throw .unknownCall }
        return call
    }

    private func calls(in states: [SimulatedCall.State], of modem: String) -> [SimulatedCall] {
        calls(of: modem).filter { states.contains($0.state) }
    }

    private mutating func releaseHeldOrDeclineWaiting(_ modem: String) throws(NetworkRefusal) -> [Announcement] {
        let waiting = calls(in: [.waiting, .incoming], of: modem)
        let ending = waiting.isEmpty ? calls(in: [.held], of: modem) : waiting
        guard !ending.isEmpty else { throw .unknownCall }
        return end(ending)
    }

    private mutating func releaseActiveAndAccept(_ modem: String) throws(NetworkRefusal) -> [Announcement] {
        let active = calls(in: [.active], of: modem)
        let accepted = callsToAccept(modem)
        guard !active.isEmpty || !accepted.isEmpty else { throw .unknownCall }
        let ended = end(active).filter { announcement in
            // The waiting call is accepted at once: that it rang in between is nobody's concern.
            if case .changed(let call) = announcement { !accepted.contains(call.id) } else { true }
        }
        return ended + setState(.active, where: { accepted.contains($0.id) })
    }

    private mutating func holdActiveAndAccept(_ modem: String) throws(NetworkRefusal) -> [Announcement] {
        let accepted = callsToAccept(modem)
        let active = Set(calls(in: [.active], of: modem).map(\.id))
        guard !active.isEmpty || !accepted.isEmpty else { throw .unknownCall }
        let acceptsNew = calls.contains { accepted.contains($0.id) && $0.state != .held }
        guard !acceptsNew || active.isEmpty || calls(in: [.held], of: modem).isEmpty else { throw .wrongState }
        return setState(.held, where: { active.contains($0.id) })
            + setState(.active, where: { accepted.contains($0.id) })
    }

    private func callsToAccept(_ modem: String) -> Set<Int> {
        let waiting = calls(in: [.waiting, .incoming], of: modem)
        return Set((waiting.isEmpty ? calls(in: [.held], of: modem) : waiting).map(\.id))
    }

    private mutating func split(_ index: Int, of modem: String) throws(NetworkRefusal) -> [Announcement] {
        let chosen = try call(index, of: modem)
        let others = calls(in: [.active], of: modem).filter { $0.id != chosen.id }.map(\.id)
        guard chosen.state == .active, !others.isEmpty, calls(in: [.held], of: modem).isEmpty else { throw .wrongState }
        if let position = calls.firstIndex(where: { $0.id == chosen.id }) { calls[position].isMultiparty = false }
        if others.count == 1, let position = calls.firstIndex(where: { $0.id == others[0] }) {
            calls[position].isMultiparty = false
        }
        let announced = setState(.held, where: { others.contains($0.id) })
        return announced + calls.filter { $0.id == chosen.id }.map(Announcement.changed)
    }

    private mutating func join(_ modem: String) throws(NetworkRefusal) -> [Announcement] {
        guard !calls(in: [.active], of: modem).isEmpty, !calls(in: [.held], of: modem).isEmpty else {
            throw .wrongState
        }
        var announced: [Announcement] = []
        for position in calls.indices where calls[position].modem == modem {
            guard calls[position].state == .active || calls[position].state == .held else { continue }
            (calls[position].state, calls[position].isMultiparty) = (.active, true)
            announced.append(.changed(calls[position]))
        }
        return announced
    }

    private mutating func transfer(_ modem: String) throws(NetworkRefusal) -> [Announcement] {
        let (active, held) = (calls(in: [.active, .alerting], of: modem), calls(in: [.held], of: modem))
        guard !active.isEmpty, !held.isEmpty else { throw .wrongState }
        return end(active + held)
    }
}
