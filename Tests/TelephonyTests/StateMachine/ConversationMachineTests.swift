// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Telephony

@Suite("A conversation")
struct ConversationMachineTests {
    /// Effects of a whole life, in order.
    private func effects(_ machine: inout ConversationMachine, _ events: [(ConversationEvent, Duration)])
        -> [ConversationEffect]
    {
        events.flatMap { machine.handle($0.0, at: $0.1) }
    }

    @Test func `counts its duration from connection`() {
        var (machine, _) = ConversationMachine.outgoing()
        _ = effects(
            &machine,
            [
                (.dialTaken, .seconds(0)), (.call(.alerting), .seconds(1)), (.call(.active), .seconds(11)),
                (.call(.ended(.remoteHangUp)), .seconds(21)),
            ])
        #expect(machine.ending == .init(outcome: .connected, reason: .remoteHangUp, duration: 10))
    }

    @Test func `given up before connection lasts no time and is cancelled`() {
        var (machine, _) = ConversationMachine.outgoing()
        _ = effects(
            &machine, [(.dialTaken, .zero), (.endRequested, .seconds(9)), (.call(.ended(.localHangUp)), .seconds(9))])
        #expect(machine.ending == .init(outcome: .cancelled, reason: .localHangUp, duration: 0))
    }

    @Test func `is hung up at once when it is given up while it is being dialed, and again once it was taken`() {
        var (machine, _) = ConversationMachine.outgoing()
        #expect(machine.handle(.endRequested, at: .zero) == [.publish, .hangUpCall])
        #expect(machine.handle(.dialTaken, at: .zero) == [.record, .hangUpCall])
        var (failed, _) = ConversationMachine.outgoing()
        let tries = [ConversationEvent.endRequested, .endFailed, .endFailed, .endFailed].flatMap {
            failed.handle($0, at: .zero)
        }
        #expect(tries.count { $0 == .hangUpCall } == ConversationMachine.maximumHangUpAttempts)
        #expect(failed.handle(.dialTaken, at: .zero) == [.record, .hangUpCall])
    }

    @Test func `has one hang-up in flight however often the end is asked for`() {
        var machine = ConversationMachineTableTests.machine(in: .active)
        let asked = (0..<5).flatMap { _ in machine.handle(.endRequested, at: .zero) }
        #expect(asked.count { $0 == .hangUpCall } == 1)
    }

    @Test func `tries a failed hang-up again, so often and no more, until it is asked for anew`() {
        var machine = ConversationMachineTableTests.machine(in: .active)
        var hangUps = machine.handle(.endRequested, at: .zero).count { $0 == .hangUpCall }
        for _ in 0..<10 { hangUps += machine.handle(.endFailed, at: .zero).count { $0 == .hangUpCall } }
        #expect(hangUps == ConversationMachine.maximumHangUpAttempts)
        #expect(machine.handle(.endRequested, at: .zero) == [.hangUpCall])
    }

    @Test func `is hung up once more by each press, when the modem took the last and the call goes on`() {
        var machine = ConversationMachineTableTests.machine(in: .active)
        for _ in 0..<6 {
            #expect(machine.handle(.endRequested, at: .zero).contains(.hangUpCall))
            #expect(machine.handle(.endRequested, at: .zero).isEmpty)
            #expect(machine.handle(.endTaken, at: .zero).isEmpty)
            #expect(machine.handle(.call(.active), at: .zero).isEmpty && machine.phase == .ending)
        }
    }

    @Test func `goes back to what it rang as when an answer fails`() {
        for isWaiting in [false, true] {
            var machine = ConversationMachineTableTests.incoming(waiting: isWaiting)
            _ = machine.handle(.answerRequested, at: .zero)
            _ = machine.handle(.answerFailed, at: .zero)
            #expect(machine.phase == (isWaiting ? .waiting : .ringing) && !machine.usesAudio)
        }
        // The other conversation ended while the answer was on its way.
        var machine = ConversationMachineTableTests.incoming(waiting: true)
        for event in [.answerRequested, .call(.incoming), .answerFailed] as [ConversationEvent] {
            _ = machine.handle(event, at: .zero)
        }
        #expect(machine.phase == .ringing)
    }

    @Test(arguments: [CallState.dialing, .alerting, .active, .held])
    func `writes how its leg is found again, also when the state came first`(_ state: CallState) {
        var (machine, _) = ConversationMachine.outgoing()
        _ = machine.handle(.call(state), at: .zero)
        #expect(machine.handle(.dialTaken, at: .zero) == [.record])
    }

    @Test func `ends once, whatever is repeated afterwards`() {
        var machine = ConversationMachineTableTests.machine(in: .active)
        #expect(machine.handle(.call(.ended(.remoteHangUp)), at: .zero).contains(.finish))
        for event in ConversationMachineTableTests.columns {
            #expect(!machine.handle(event, at: .zero).contains(.finish))
        }
    }

    @Test func `keeps an earlier connection time`() {
        let call = Call(
            id: CallID(), line: LineKey(backend: "b", reference: "l"), direction: .outgoing,
            remote: RemoteParty(number: "+15550123"), state: .active, reference: "r")
        var (machine, effects) = ConversationMachine.appeared(call, at: .seconds(100), connectedSince: .seconds(40))
        #expect(machine.phase == .active && effects.contains(.record))
        _ = machine.handle(.call(.ended(.remoteHangUp)), at: .seconds(110))
        #expect(machine.ending?.duration == 70)
    }

    static let outcomes: [(Direction, [ConversationEvent], CallEndReason, Outcome)] = [
        (.incoming, [], .remoteHangUp, .missed), (.incoming, [], .unknown, .missed), (.incoming, [], .lost, .missed),
        (.incoming, [.endRequested], .unknown, .declined), (.incoming, [], .declined, .declined),
        (.incoming, [], .localHangUp, .declined), (.incoming, [], .answeredElsewhere, .answeredElsewhere),
        (.incoming, [], .declinedElsewhere, .declined), (.incoming, [.call(.active)], .remoteHangUp, .connected),
        (.outgoing, [.dialTaken], .busy, .busy), (.outgoing, [.dialTaken], .noAnswer, .unanswered),
        (.outgoing, [.dialTaken], .unknown, .unanswered), (.outgoing, [.dialTaken], .refused("x"), .failed),
        (.outgoing, [.dialTaken], .lost, .failed), (.outgoing, [.dialTaken], .localHangUp, .cancelled),
        (.outgoing, [.dialTaken, .endRequested], .unknown, .cancelled),
        (.outgoing, [.dialTaken, .call(.active)], .lost, .connected),
    ]

    @Test(arguments: outcomes)
    func `is kept apart by how it turned out`(
        _ direction: Direction, _ events: [ConversationEvent], _ reason: CallEndReason, _ outcome: Outcome
    ) {
        var machine =
            direction == .incoming ? ConversationMachineTableTests.incoming() : ConversationMachine.outgoing().machine
        for event in events + [.call(.ended(reason))] { _ = machine.handle(event, at: .zero) }
        #expect(machine.ending?.outcome == outcome)
    }
}
