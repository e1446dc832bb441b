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
        case .placed(let id): return placed(id)
        // Whoever placed it has cleared its object away.
        case .notPlaced(let id): legs[id] = nil
        case .ending(let id): legs[id]?.isEnding = true
        case .notEnding(let id): legs[id]?.isEnding = false
        case .acceptFailed(let id, let modem): return acceptFailed(id, modem)
        default: break
        }
        return []
    }

    /// The modem took the call: from now on the service hears of it, first of all what happened meanwhile.
    private mutating func placed(_ id: CallID) -> [BookEffect] {
        guard let leg = legs[id] else { return [] }
        legs[id]?.isBeingPlaced = false
        legs[id]?.isAnnounced = true
        return leg.word.map { apply($0, to: id) } ?? []
    }

    /// ModemManager takes a call as ended when its ATA fails, though the modem still rings. Hanging up everything is
    /// the only command that reaches such a call, so it is used only when there is nothing else to hang up.
    private func acceptFailed(_ id: CallID, _ modem: ObjectPath) -> [BookEffect] {
        let isStillRinging = legs[id] != nil
        return isStillRinging || legs.values.contains { $0.modem == modem } ? [] : [.silence(modem: modem)]
    }

    /// Whether CreateCall is on its way to the modem.
    func isCreating(on modem: ObjectPath) -> Bool {
        legs.values.contains { $0.modem == modem && $0.isBeingPlaced && $0.path == nil }
    }

    func others(than leg: Leg) -> [Leg] {
        legs.values.filter { $0.modem == leg.modem && $0.id != leg.id && $0.path != nil }
    }
}
