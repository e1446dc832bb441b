// SPDX-License-Identifier: Apache-2.0
import ModemSimulator
import Testing

@Suite("Call operations follow 3GPP TS 22.030")
struct CallHoldTests {
    /// How a situation comes about: dialed calls are answered at once, the last of them is active.
    enum Situation: String, CaseIterable, Sendable {
        case active, held, incoming, activeAndWaiting, activeAndHeld, conference
    }

    private static func rehearsal(_ situation: Situation) throws -> NetworkRehearsal {
        var rehearsal = try NetworkRehearsal(named: "instant")
        if situation != .incoming { try rehearsal.call("5550100") }
        switch situation {
        case .active: break
        case .held: try rehearsal.hold("2")
        case .incoming, .activeAndWaiting: try rehearsal.command(.incoming(.init(number: "5550123"), modem: nil))
        case .activeAndHeld: try rehearsal.call("5550105")
        case .conference:
            try rehearsal.call("5550105")
            try rehearsal.hold("3")
        }
        return rehearsal
    }

    @Test(
        "every operation in every situation",
        arguments: [
            (Situation.active, "0", nil), (.active, "1", ""), (.active, "11", ""), (.active, "12", nil),
            (.active, "2", "1:held"), (.active, "21", nil), (.active, "3", nil), (.active, "4", nil),
            (.held, "0", ""), (.held, "1", "1:active"), (.held, "11", ""), (.held, "2", "1:active"),
            (.held, "21", nil), (.held, "3", nil), (.held, "4", nil),
            (.incoming, "0", ""), (.incoming, "1", "1:active"), (.incoming, "11", ""), (.incoming, "2", "1:active"),
            (.incoming, "21", nil), (.incoming, "3", nil), (.incoming, "4", nil),
            (.activeAndWaiting, "0", "1:active"), (.activeAndWaiting, "1", "2:active"),
            (.activeAndWaiting, "11", "2:incoming"), (.activeAndWaiting, "12", "1:active"),
            (.activeAndWaiting, "2", "1:held 2:active"), (.activeAndWaiting, "3", nil),
            (.activeAndHeld, "0", "2:active"), (.activeAndHeld, "1", "1:active"), (.activeAndHeld, "11", "2:active"),
            (.activeAndHeld, "12", "1:held"), (.activeAndHeld, "2", "1:active 2:held"), (.activeAndHeld, "22", nil),
            (.activeAndHeld, "3", "1:active+ 2:active+"), (.activeAndHeld, "4", ""),
            (.conference, "1", ""), (.conference, "11", "2:active"), (.conference, "2", "1:held+ 2:held+"),
            (.conference, "21", "1:active 2:held"), (.conference, "3", nil),
        ] as [(Situation, String, String?)])
    func operations(situation: Situation, operation: String, table: String?) throws {
        var rehearsal = try Self.rehearsal(situation)
        let before = rehearsal.table
        do {
            try rehearsal.hold(operation)
            #expect(rehearsal.table == table)
        } catch is NetworkRefusal {
            #expect(table == nil)
            #expect(rehearsal.table == before)
        }
    }

    @Test("reads no other arguments", arguments: ["", "5", "111", "x", "1x", "-1", "2 1"])
    func unknownOperations(text: String) {
        #expect(CallHoldOperation(text) == nil)
    }

    @Test("a new call holds the active one and takes the lowest free index")
    func indexes() throws {
        var rehearsal = try Self.rehearsal(.activeAndHeld)
        #expect(rehearsal.table == "1:held 2:active")
        try rehearsal.hold("11")
        try rehearsal.call("5550106")
        #expect(rehearsal.table == "1:active 2:held")
    }

    @Test("a third call is refused while one is active and one held")
    func thirdCall() throws {
        var rehearsal = try Self.rehearsal(.activeAndHeld)
        #expect(throws: NetworkRefusal.lineBusy) { try rehearsal.call("5550106") }
    }

    @Test("an eighth call is refused")
    func callLimit() throws {
        var rehearsal = try Self.rehearsal(.conference)
        while rehearsal.network.calls.count < SimulatedNetwork.maximumCalls {
            try rehearsal.call("5550100")
            try rehearsal.hold("3")
        }
        #expect(throws: NetworkRefusal.lineBusy) { try rehearsal.call("5550100") }
        #expect(throws: NetworkRefusal.lineBusy) {
            try rehearsal.command(.incoming(SimulatedParty(number: "5550123"), modem: nil))
        }
    }

    @Test("a waiting call alone rings, and hanging up one call leaves the other")
    func waitingRings() throws {
        var rehearsal = try Self.rehearsal(.activeAndWaiting)
        _ = rehearsal.takeHeard()
        try rehearsal.command(.remote(.hangUp, number: "5550100"))
        #expect(rehearsal.takeHeard() == ["1 ended remote(silent: false)", "2 incoming"])
    }

    @Test("+CHUP ends the active call and not the waiting or held one")
    func hangUpCurrent() throws {
        var waiting = try Self.rehearsal(.activeAndWaiting)
        try waiting.command(.hangUpCurrent(modem: "sim0"))
        #expect(waiting.table == "2:incoming")
        var held = try Self.rehearsal(.activeAndHeld)
        try held.command(.hangUpCurrent(modem: "sim0"))
        #expect(held.table == "1:held")
    }
}

extension NetworkRehearsal {
    mutating func call(_ number: String) throws {
        try command(.dial(number, modem: "sim0"))
        wait(0)
    }

    mutating func hold(_ operation: String) throws {
        guard let operation = CallHoldOperation(operation) else { throw NetworkRefusal.wrongState }
        try command(.hold(operation, modem: "sim0"))
    }
}
