// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony

/// What the backend knows of ModemManager's modems and calls: a value that says what to report and to ask next.
///
/// Answers to reads may be older than signals that came before them; what a signal told always wins.
struct Book: Sendable {
    /// How long ModemManager may need to know a leg's index.
    let legIndex: Duration
    /// Modems that the person switched off, by `Modem.memoryKey`; nil while that is not known: then none is enabled.
    var switchedOff: Set<String>?
    /// Those that were switched off while that was not known.
    var settledOff: Set<String> = []

    var owner: String?
    /// The Dialtone that has the modems, when it is another one: then only an emergency call is made on them, and what happens
    /// on them is that one's to tell.
    var keeper: String?
    /// Identity of the bus that the owner is on.
    var bus = ""
    var modems: [ObjectPath: Modem] = [:]
    var legs: [CallID: Leg] = [:]
    /// Call objects that are being read, with the modem and what signals said of them since.
    var readings: [ObjectPath: Reading] = [:]
    /// Outgoing call objects that were made and not started: ours before CreateCall answered, or another program's.
    var unstarted: [ObjectPath: Unstarted] = [:]
    /// Since when ModemManager polls a modem's call list.
    var unstableSince: [ObjectPath: Duration] = [:]
    /// When a call was last hung up on a modem.
    var hungUpAt: [ObjectPath: Duration] = [:]
    /// The lines as last reported.
    var lines: [Line] = []
    /// Whether the calls that were up when the owner was found have yet to be reported.
    var isListingCalls = false
    /// Signals about objects not known yet, while the first listing is on its way; nil after it.
    var early: Early?

    struct Reading: Hashable, Sendable {
        var modem: ObjectPath
        /// Whether its birth was told by a signal, so that even its end is news.
        var isNew: Bool
        var word: CallWord?
    }

    struct Unstarted: Hashable, Sendable {
        var modem: ObjectPath
        var number: String
    }

    struct Early: Sendable {
        var changes: [ObjectPath: BookEvent.Interfaces] = [:]
        var removed: Set<ObjectPath> = []
    }

    init(legIndex: Duration, switchedOff: Set<String>? = nil) {
        self.legIndex = legIndex
        self.switchedOff = switchedOff
    }

    /// Takes an event in and returns what follows from it, in order.
    mutating func handle(_ event: BookEvent, at now: Duration) -> [BookEffect] {
        settleIndexes(at: now)
        defer { noteUnstable(at: now) }
        return obey(event, at: now) + reportCallsListed()
    }

    private mutating func obey(_ event: BookEvent, at now: Duration) -> [BookEffect] {
        switch event {
        case .attached(let owner, let bus): return attach(owner, on: bus)
        case .lost(let reason): return lose(reason)
        case .keptBy(let other): return keep(other)
        case .callAdded, .callDeleted, .callRead, .callChanged, .numberOverdue:
            return handleCall(event, at: now)
        case .placing, .created, .placed, .notPlaced, .ending, .notEnding, .acceptFailed, .leftUp, .vanished:
            return handleRequest(event, at: now)
        default: return handleModem(event)
        }
    }

    private mutating func attach(_ owner: String, on bus: String) -> [BookEffect] {
        self.owner = owner
        self.bus = bus
        early = Early()
        isListingCalls = true
        return []
    }

    /// Calls that came since are waited for too, when they are being read: that is soon over.
    private mutating func reportCallsListed() -> [BookEffect] {
        guard isListingCalls, keeper == nil, early == nil, readings.values.allSatisfy(\.isNew),
            legs.values.allSatisfy({ $0.isAnnounced || $0.isBeingPlaced })
        else { return [] }
        isListingCalls = false
        return [.report(.callsListed)]
    }

    /// Every leg ends, every line goes; the same whether ModemManager is gone or was never there.
    private mutating func lose(_ reason: String) -> [BookEffect] {
        var effects = modems.keys.flatMap { endLegs(on: $0, as: .lost) }
        if !lines.isEmpty { effects.append(.report(.lines([]))) }
        effects.append(.report(.unavailable(reason)))
        let (settledOff, keeper) = (settledOff, keeper)
        self = Book(legIndex: legIndex, switchedOff: switchedOff)
        (self.settledOff, self.keeper) = (settledOff, keeper)
        return effects
    }
}
