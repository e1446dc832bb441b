// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony

extension Book {
    mutating func handleRequest(_ event: BookEvent, at now: Duration) -> [BookEffect] {
        switch event {
        case .placing(let id, let modem, let digits):
            var leg = Leg(id: id, modem: modem, direction: .outgoing, since: now, number: digits, state: .dialing)
            leg.isBeingPlaced = true
            legs[id] = leg
        case .created(let id, let path):
            readings[path] = nil
            unstarted[path] = nil
            legs[id]?.path = path
            // Whatever was heard is about an earlier object, which was given up.
            legs[id]?.word = nil
            legs[id]?.isObjectGone = false
            return legs[id] == nil ? [] : [.report(.named(id, reference: callReference(path)))]
        case .placed(let id): return placed(id)
        // Whoever placed it has cleared its object away.
        case .notPlaced(let id): legs[id] = nil
        case .ending(let id): legs[id]?.isEnding = true
        case .notEnding(let id): legs[id]?.isEnding = false
        case .acceptFailed(let id, let modem): return legs[id] == nil ? silence(modem) : []
        case .leftUp(let id): return leftUp(id, at: now)
        case .vanished(let id): return vanish(id)
        default: break
        }
        return []
    }

    /// The modem took the call: from now on the service hears of it, first of all what happened meanwhile.
    private mutating func placed(_ id: CallID) -> [BookEffect] {
        guard let leg = legs[id] else { return [] }
        legs[id]?.isBeingPlaced = false
        legs[id]?.isAnnounced = true
        if leg.isObjectGone { return vanish(id) }
        return leg.word.map { apply($0, to: id) } ?? []
    }

    /// Nobody waits for the call any more and it may be up: it stays known as another program's would, so that it is
    /// shown, and can be ended, once ModemManager says that it lives.
    private mutating func leftUp(_ id: CallID, at now: Duration) -> [BookEffect] {
        guard let leg = legs.removeValue(forKey: id), let path = leg.path, !leg.isObjectGone else { return [] }
        let call = Unstarted(modem: leg.modem, number: leg.number)
        if let word = leg.word, word.state.live != nil { return started(path, call, word, at: now) }
        unstarted[path] = call
        return []
    }

    /// Ends a leg whose object is gone although its call may be up.
    mutating func vanish(_ id: CallID) -> [BookEffect] {
        guard let leg = legs[id] else { return [] }
        let reason = leg.isEnding ? leg.endReason(.unknown) : .lost
        guard isOurs(leg) else { return end(id, as: reason) }
        return end(id, as: reason).filter(\.isReport) + silence(leg.modem)
    }

    /// ModemManager takes a call as ended when its ATA fails, though the modem still rings, and cannot end one without an
    /// object. Hanging up everything is the only command that reaches such a call, so it is used only when there is
    /// nothing else to hang up.
    private func silence(_ modem: ObjectPath) -> [BookEffect] {
        isBusy(modem) ? [] : [.silence(modem: modem)]
    }

    /// Whether a modem has calls, or may have.
    func isBusy(_ modem: ObjectPath, besides call: CallID? = nil) -> Bool {
        legs.values.contains { $0.modem == modem && $0.id != call } || readings.values.contains { $0.modem == modem }
    }

    /// Whether CreateCall is on its way to the modem.
    func isCreating(on modem: ObjectPath) -> Bool {
        legs.values.contains { $0.modem == modem && $0.isBeingPlaced && $0.path == nil }
    }

    func others(than leg: Leg) -> [Leg] {
        legs.values.filter { $0.modem == leg.modem && $0.id != leg.id && $0.path != nil }
    }
}
