// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony

extension Book {
    mutating func handleCall(_ event: BookEvent, at now: Duration) -> [BookEffect] {
        switch event {
        case .callAdded(let path, let modem): read(path, on: modem, isNew: true)
        case .callDeleted(let path): deleted(path)
        case .callRead(let path, let properties): callRead(path, properties, at: now)
        case .callChanged(let path, let word): changed(path, word, at: now)
        case .numberOverdue(let path): leg(at: path).map { announce($0) } ?? []
        default: []
        }
    }

    /// The live leg of a call object.
    func leg(at path: ObjectPath) -> CallID? { legs.values.first { $0.path == path }?.id }

    mutating func read(_ path: ObjectPath, on modem: ObjectPath, isNew: Bool) -> [BookEffect] {
        guard leg(at: path) == nil, readings[path] == nil, unstarted[path] == nil else { return [] }
        readings[path] = Reading(modem: modem, isNew: isNew)
        return [.readCall(path)]
    }

    private mutating func callRead(
        _ path: ObjectPath, _ properties: [String: Variant], at now: Duration
    ) -> [BookEffect] {
        guard let reading = readings.removeValue(forKey: path) else { return [] }
        let word =
            reading.word
            ?? CallWord(
                CallStateWord(rawValue: properties["State"]?.int32 ?? 0),
                CallReasonWord(rawValue: UInt32(clamping: properties["StateReason"]?.int32 ?? 0)))
        let number = properties["Number"]?.string ?? ""
        let isOutgoing = properties["Direction"]?.int32 == 2
        if isOutgoing, word.state == .unknown {
            unstarted[path] = Unstarted(modem: reading.modem, number: number)
            return []
        }
        if word.state == .terminated, !reading.isNew || isOutgoing { return [] }
        guard let state = word.state.live ?? (word.state == .terminated ? .incoming : nil) else { return [] }
        let leg = Leg(
            id: CallID(), modem: reading.modem, direction: isOutgoing ? .outgoing : .incoming, since: now,
            path: path, number: number, state: state)
        legs[leg.id] = leg
        if word.state == .terminated { return end(leg.id, as: leg.endReason(word.reason)) }
        return introduce(leg)
    }

    /// Reports a leg at once when its number is known or will not come, else gives the number a moment.
    mutating func introduce(_ leg: Leg) -> [BookEffect] {
        let isRinging = leg.state == .incoming || leg.state == .waiting
        if isRinging, leg.number.isEmpty, let path = leg.path { return [.awaitNumber(path)] }
        return announce(leg.id)
    }

    /// Reports a leg that the service did not begin; once.
    mutating func announce(_ id: CallID) -> [BookEffect] {
        guard keeper == nil, let leg = legs[id], !leg.isAnnounced, let path = leg.path else { return [] }
        legs[id]?.isAnnounced = true
        return [
            .report(
                .appeared(
                    Call(
                        id: id, line: lineKey(leg.modem), direction: leg.direction, remote: remote(leg.number),
                        state: leg.state, reference: callReference(path))))
        ]
    }

    /// ModemManager gives no number for a withheld and for an unavailable one alike.
    private func remote(_ number: String) -> RemoteParty {
        RemoteParty(number: number, presentation: number.isEmpty ? .unknown : .allowed)
    }

    /// Names a call for as long as the bus lives, also to a Dialtone that is started later. Paths and unique names begin
    /// anew with every bus, so that the first call after one boot is named like the first after another; the bus's own
    /// identity tells them apart.
    func callReference(_ path: ObjectPath) -> String { "\(reference(path))@\(bus)" }

    private func reference(_ path: ObjectPath) -> String { "\(path.rawValue)@\(owner ?? "")" }

    func lineKey(_ modem: ObjectPath) -> LineKey {
        LineKey(backend: ModemManagerBackend.name, reference: reference(modem))
    }

    /// Some networks tell the caller's number only with a later ring, after the call was reported without one.
    mutating func number(_ path: ObjectPath, _ number: String) -> [BookEffect] {
        guard !number.isEmpty, let id = leg(at: path), let leg = legs[id], leg.direction == .incoming,
            leg.number.isEmpty
        else { return [] }
        legs[id]?.number = number
        return leg.isAnnounced ? [.report(.identified(id, remote(number)))] : announce(id)
    }

    private mutating func changed(_ path: ObjectPath, _ word: CallWord, at now: Duration) -> [BookEffect] {
        if readings[path] != nil {
            readings[path]?.word = word
            return []
        }
        if let call = unstarted[path], word.state.live != nil || word.state == .terminated {
            unstarted[path] = nil
            return started(path, call, word, at: now)
        }
        guard let id = leg(at: path) else { return [] }
        return apply(word, to: id)
    }

    /// Another program's call begins.
    mutating func started(
        _ path: ObjectPath, _ call: Unstarted, _ word: CallWord, at now: Duration
    ) -> [BookEffect] {
        guard let state = word.state.live else { return [] }
        let leg = Leg(
            id: CallID(), modem: call.modem, direction: .outgoing, since: now, path: path, number: call.number,
            state: state)
        legs[leg.id] = leg
        return announce(leg.id)
    }

    /// Moves a leg on as ModemManager says; words it does not know change nothing.
    mutating func apply(_ word: CallWord, to id: CallID) -> [BookEffect] {
        guard let leg = legs[id] else { return [] }
        if leg.isBeingPlaced {
            legs[id]?.word = word
            return []
        }
        if word.state == .terminated { return end(id, as: leg.endReason(word.reason)) }
        guard let state = word.state.live, legs[id]?.move(to: state) == true else { return [] }
        if leg.isAnnounced { return [.report(.changed(id, state))] }
        return state == .active || state == .held ? announce(id) : []
    }

    /// Ends a leg, once, and clears its object away.
    mutating func end(_ id: CallID, as reason: CallEndReason) -> [BookEffect] {
        guard let leg = legs[id] else { return [] }
        guard isOurs(leg) else {
            legs[id] = nil
            return []
        }
        var effects = announce(id) + [.report(.changed(id, .ended(reason)))]
        if let path = leg.path { effects.append(.deleteCall(path, modem: leg.modem)) }
        legs[id] = nil
        return effects
    }

    /// The object of a live call was deleted by another program. A dial on its way sees to it when it is answered.
    private mutating func deleted(_ path: ObjectPath) -> [BookEffect] {
        readings[path] = nil
        unstarted[path] = nil
        guard let id = leg(at: path), let leg = legs[id] else { return [] }
        guard leg.isBeingPlaced else { return vanish(id) }
        legs[id]?.isObjectGone = true
        return []
    }

    /// Ends the legs of a modem that is gone; its call objects went with it. A dial on its way fails by itself.
    mutating func endLegs(on modem: ObjectPath, as reason: CallEndReason) -> [BookEffect] {
        readings = readings.filter { $0.value.modem != modem }
        unstarted = unstarted.filter { $0.value.modem != modem }
        let ids = legs.values.filter { $0.modem == modem && !$0.isBeingPlaced }.sorted { $0.since < $1.since }.map(\.id)
        return ids.flatMap { end($0, as: reason) }.filter(\.isReport)
    }
}

extension BookEffect {
    var isReport: Bool { if case .report = self { true } else { false } }
}
