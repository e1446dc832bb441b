// SPDX-License-Identifier: Apache-2.0

/// A cellular network with its modems and calls: a value without a clock, which both faces drive.
///
/// Before a command, and whenever `nextDeadline` has come, call `advance(to:)`.
package struct SimulatedNetwork: Sendable {
    /// The modems that it has.
    package internal(set) var modems: [SimulatedModem]
    /// All calls, oldest first.
    package internal(set) var calls: [SimulatedCall] = []
    var scenario: Scenario
    var faults: [Fault]
    /// The open sessions of codes, by modem.
    var codeSessions: [String: SimulatedCodeSession] = [:]
    private var lastCall = 0

    /// Calls of one modem at a time (3GPP TS 22.030: 7).
    package static let maximumCalls = 7
    /// Characters of a number that can be dialed.
    package static let maximumDigits = 80
    /// Faults that can be set at a time.
    package static let maximumFaults = 64

    /// Makes a network as the scenario has it.
    package init(_ scenario: Scenario) {
        self.scenario = scenario
        modems = scenario.modems
        faults = scenario.faults
    }

    /// When something next happens by itself; nil when nothing will.
    package var nextDeadline: Duration? {
        (calls.compactMap(\.due) + codeSessions.values.compactMap(\.due)).min()
    }

    /// The calls of one modem, oldest first.
    package func calls(of modem: String) -> [SimulatedCall] { calls.filter { $0.modem == modem } }

    /// The modem of that name; nil when there is none.
    package func modem(_ id: String) -> SimulatedModem? { modems.first { $0.id == id } }

    /// Lets everything happen that is due, each at its time and in order.
    package mutating func advance(to now: Duration) -> [Announcement] {
        var announced: [Announcement] = []
        while let position = firstDue(by: now), let act = calls[position].takeStep() {
            guard act.applies(to: calls[position].state) else { continue }
            announced += perform(act, at: position)
        }
        return announced + sayDueReplies(by: now)
    }

    private func firstDue(by now: Duration) -> Int? {
        let due = calls.indices.filter { calls[$0].due.map { $0 <= now } ?? false }
        return due.min { (calls[$0].due ?? now, calls[$0].id) < (calls[$1].due ?? now, calls[$1].id) }
    }

    /// Does what is asked and tells what became of it; on a refusal nothing changed.
    package mutating func handle(
        _ command: NetworkCommand, at now: Duration
    ) throws(NetworkRefusal) -> [Announcement] {
        switch command {
        case .dial(let digits, let modem): try dial(digits, from: modem, at: now)
        case .answer(let call): try answer(call)
        case .hangUp(let call): try hangUp(call)
        case .hangUpCurrent(let modem): try hangUpCurrent(of: modem)
        case .hold(let operation, let modem): try perform(operation, on: modem)
        case .tone(let tone, let call): try send(tone, on: call)
        case .code(let code, let modem): try send(code: code, from: modem, at: now)
        case .cancelCode(let modem): cancelCode(of: modem)
        case .replyCode(let modem): try replyToCode(modem, at: now)
        case .endCode(let modem): try endCode(modem)
        case .push(let script, let modem): try push(script, to: modem, at: now)
        case .enterPIN(let pin, let modem): try enterPIN(pin, modem: modem)
        case .enterPUK(let puk, let newPIN, let modem): try enterPUK(puk, newPIN: newPIN, modem: modem)
        case .changePIN(let old, let new, let modem): try changePIN(from: old, to: new, modem: modem)
        case .callWaiting(let isOn, let modem): try setCallWaiting(isOn, of: modem)
        case .incoming(let party, let modem): try ring(from: party, modem: modem, at: now)
        case .remote(let act, let number): try perform(act, number: number)
        case .remoteTone(let tone, let number): try receive(tone, number: number)
        case .coverage(let coverage, let modem): try change(modem) { $0.coverage = coverage }
        case .sim(let state, let modem): try change(modem) { $0.insert(state) }
        case .plugged(let plugged, let modem): try change(modem) { $0.plugged = plugged }
        }
    }

    private mutating func setCallWaiting(_ isOn: Bool, of modem: String) throws(NetworkRefusal) -> [Announcement] {
        try checkService(of: modem, emergency: false)
        if let position = modems.firstIndex(where: { $0.id == modem }) { modems[position].callWaiting = isOn }
        return []
    }

    /// Adds a call with the lowest free index.
    mutating func add(
        _ party: SimulatedParty, on modem: String, outgoing: Bool, state: SimulatedCall.State,
        script: RemoteScript, at now: Duration
    ) throws(NetworkRefusal) -> SimulatedCall {
        let used = Set(calls(of: modem).map(\.index))
        guard let index = (1...Self.maximumCalls).first(where: { !used.contains($0) }) else {
            throw .lineBusy
        }
        lastCall += 1
        var call = SimulatedCall(
            id: lastCall, modem: modem, index: index, isOutgoing: outgoing, party: party, state: state)
        call.script = script.steps[...]
        call.due = script.steps.first.map { now + .seconds($0.after) }
        calls.append(call)
        return call
    }
}
