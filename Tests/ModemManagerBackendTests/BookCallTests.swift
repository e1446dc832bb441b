// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony
import Testing

@testable import ModemManagerBackend

@Suite struct `The book of calls` {
    @Test func `a ringing call appears with its number and reference, and its end is told once`() throws {
        var rig = BookRig()
        _ = rig.start()
        let added = rig.tell(.callAdded(BookRig.call, modem: BookRig.modem))
        #expect(added == [.readCall(BookRig.call)])
        let reports = rig.reports(.callRead(BookRig.call, BookRig.properties(3)))
        guard case .appeared(let call) = reports.first else { Issue.record("no call"); return }
        #expect(call.state == .incoming)
        #expect(call.remote == RemoteParty(number: "+15550123"))
        #expect(call.reference == "\(BookRig.call.rawValue)@:1.1@b1")
        let end = BookEvent.callChanged(BookRig.call, CallWord(.terminated))
        #expect(
            rig.tell(end) == [
                .report(.changed(call.id, .ended(.remoteHangUp))),
                .deleteCall(BookRig.call, modem: BookRig.modem),
            ])
        #expect(rig.tell(end).isEmpty)
    }

    @Test func `a call without number waits for it a moment`() {
        var rig = BookRig()
        _ = rig.start()
        _ = rig.tell(.callAdded(BookRig.call, modem: BookRig.modem))
        let read = rig.tell(.callRead(BookRig.call, BookRig.properties(3, number: "")))
        #expect(read == [.awaitNumber(BookRig.call)])
        let reports = rig.reports(
            .propertiesChanged(BookRig.call, interface: Name.call, ["Number": "+15550199"]),
            .numberOverdue(BookRig.call))
        #expect(reports.count == 1)
        guard case .appeared(let call) = reports.first else { Issue.record("no call"); return }
        #expect(call.remote.number == "+15550199")
    }

    @Test func `a call whose number does not come appears as unknown`() {
        var rig = BookRig()
        _ = rig.start()
        _ = rig.tell(.callAdded(BookRig.call, modem: BookRig.modem))
        _ = rig.tell(.callRead(BookRig.call, BookRig.properties(3, number: "")))
        guard case .appeared(let call) = rig.reports(.numberOverdue(BookRig.call)).first else {
            Issue.record("no call"); return
        }
        #expect(call.remote == RemoteParty(number: "", presentation: .unknown))
    }

    @Test func `a call that ends before it was read or has a number is still told as missed`() {
        var rig = BookRig()
        _ = rig.start()
        let reports = rig.reports(
            .callAdded(BookRig.call, modem: BookRig.modem), .callChanged(BookRig.call, CallWord(.terminated)),
            .callRead(BookRig.call, BookRig.properties(3)))
        #expect(reports.count == 2)
        guard case .changed(_, .ended(.remoteHangUp)) = reports.last else { Issue.record("no end"); return }
    }

    @Test func `a state told by a signal wins over a reading`() {
        var rig = BookRig()
        _ = rig.start()
        let reports = rig.reports(
            .callAdded(BookRig.call, modem: BookRig.modem), .callChanged(BookRig.call, CallWord(.active, .accepted)),
            .callRead(BookRig.call, BookRig.properties(3)))
        guard case .appeared(let call) = reports.first else { Issue.record("no call"); return }
        #expect(call.state == .active)
    }

    @Test(arguments: [(3, .incoming), (4, .active), (5, .held), (6, .waiting)] as [(Int32, CallState)])
    func `calls that are there already appear in their state`(_ state: Int32, _ expected: CallState) {
        var rig = BookRig()
        #expect(rig.start(calls: [BookRig.call]).contains(.readCall(BookRig.call)))
        guard case .appeared(let call) = rig.reports(.callRead(BookRig.call, BookRig.properties(state))).first else {
            Issue.record("no call"); return
        }
        #expect(call.state == expected)
    }

    @Test func `a call that had ended before we looked is nothing`() {
        var rig = BookRig()
        _ = rig.start(calls: [BookRig.call])
        #expect(rig.tell(.callRead(BookRig.call, BookRig.properties(7))) == [.report(.callsListed)])
    }

    @Test func `a call of another program appears when it starts`() {
        var rig = BookRig()
        _ = rig.start()
        _ = rig.tell(.callAdded(BookRig.call, modem: BookRig.modem))
        #expect(rig.tell(.callRead(BookRig.call, BookRig.properties(0, outgoing: true))).isEmpty)
        let reports = rig.reports(.callChanged(BookRig.call, CallWord(.dialing, .outgoingStarted)))
        guard case .appeared(let call) = reports.first else { Issue.record("no call"); return }
        #expect(call.direction == .outgoing)
        #expect(call.state == .dialing)
    }

    @Test(arguments: [true, false])
    func `our own call object is never taken for another program's`(_ isReadFirst: Bool) {
        var rig = BookRig()
        _ = rig.start()
        let id = CallID()
        var events: [BookEvent] = [
            .callRead(BookRig.call, BookRig.properties(0, outgoing: true)), .created(id, BookRig.call),
        ]
        if !isReadFirst { events.reverse() }
        let all =
            [.placing(id, modem: BookRig.modem, digits: "1"), .callAdded(BookRig.call, modem: BookRig.modem)]
            + events + [.callChanged(BookRig.call, CallWord(.dialing, .outgoingStarted))]
        let effects = all.flatMap { rig.tell($0) }
        let name = BackendEvent.named(id, reference: "\(BookRig.call.rawValue)@:1.1@b1")
        #expect(effects.filter(\.isReport) == [.report(name)])
        #expect(rig.book.legs.count == 1)
    }

    @Test func `what happens while a dial is on its way is told after it`() {
        var rig = BookRig()
        _ = rig.start()
        let id = CallID()
        #expect(
            rig.reports(
                .placing(id, modem: BookRig.modem, digits: "1"), .created(id, BookRig.call),
                .callChanged(BookRig.call, CallWord(.dialing)), .callChanged(BookRig.call, CallWord(.ringingOut))
            )
            .isEmpty)
        #expect(rig.reports(.placed(id)) == [.changed(id, .alerting)])
    }

    @Test func `a failed dial leaves no leg and tells nothing`() {
        var rig = BookRig()
        _ = rig.start()
        let id = CallID()
        let before = rig.reports(
            .placing(id, modem: BookRig.modem, digits: "1"), .created(id, BookRig.call),
            .callChanged(BookRig.call, CallWord(.terminated, .error)),
            .callChanged(BookRig.call, CallWord(.terminated)))
        #expect(before.isEmpty)
        let after = rig.reports(.notPlaced(id))
        #expect(after.isEmpty)
        #expect(rig.book.legs.isEmpty)
    }

    @Test(arguments: [CallStateWord.dialing, .ringingOut, .ringingIn, .waiting, .unknown, .init(rawValue: 99)])
    func `a connected call never goes back`(_ word: CallStateWord) {
        var rig = BookRig()
        _ = rig.start()
        let id = rig.outgoing()
        #expect(rig.reports(.callChanged(BookRig.call, CallWord(.active))) == [.changed(id, .active)])
        #expect(rig.reports(.callChanged(BookRig.call, CallWord(word))).isEmpty)
        #expect(rig.book.legs[id]?.state == .active)
        #expect(
            rig.reports(
                .callChanged(BookRig.call, CallWord(.held)), .callChanged(BookRig.call, CallWord(.active)))
                == [.changed(id, .held), .changed(id, .active)])
    }

    @Test func `a call object deleted by another program is a lost leg`() {
        var rig = BookRig()
        _ = rig.start()
        let id = rig.outgoing()
        #expect(
            rig.tell(.callDeleted(BookRig.call)) == [
                .report(.changed(id, .ended(.lost))), .silence(modem: BookRig.modem),
            ])
    }

    @Test func `a deleted object silences no modem that has other calls`() throws {
        var rig = BookRig()
        _ = rig.start()
        let id = rig.outgoing()
        _ = try rig.incoming(BookRig.otherCall, state: 6)
        #expect(rig.tell(.callDeleted(BookRig.call)) == [.report(.changed(id, .ended(.lost)))])
    }

    @Test func `an object deleted while it was dialed is a lost leg`() {
        var rig = BookRig()
        _ = rig.start()
        let id = CallID()
        _ = rig.tell(.placing(id, modem: BookRig.modem, digits: "1"))
        _ = rig.tell(.created(id, BookRig.call))
        #expect(rig.tell(.callDeleted(BookRig.call)).isEmpty)
        #expect(
            rig.tell(.placed(id)) == [.report(.changed(id, .ended(.lost))), .silence(modem: BookRig.modem)])
        #expect(rig.book.legs.isEmpty)
    }

    @Test func `an ended leg without an object has ended as asked`() {
        var rig = BookRig()
        _ = rig.start()
        let id = rig.outgoing()
        _ = rig.tell(.ending(id))
        #expect(
            rig.tell(.vanished(id)) == [
                .report(.changed(id, .ended(.localHangUp))), .silence(modem: BookRig.modem),
            ])
    }

    @Test(arguments: [CallStateWord?.none, .dialing])
    func `a failed dial that may be up is shown once it lives`(_ early: CallStateWord?) {
        var rig = BookRig()
        _ = rig.start()
        let id = CallID()
        _ = rig.tell(.placing(id, modem: BookRig.modem, digits: "+15550123"))
        _ = rig.tell(.created(id, BookRig.call))
        if let early { _ = rig.tell(.callChanged(BookRig.call, CallWord(early))) }
        let reports =
            rig.reports(.leftUp(id)) + rig.reports(.callChanged(BookRig.call, CallWord(.active)))
        guard case .appeared(let call) = reports.first else { Issue.record("no call"); return }
        #expect(call.id != id)
        #expect(call.remote.number == "+15550123")
    }

    @Test func `a number that comes after the call is told once`() {
        var rig = BookRig()
        _ = rig.start()
        _ = rig.tell(.callAdded(BookRig.call, modem: BookRig.modem))
        _ = rig.tell(.callRead(BookRig.call, BookRig.properties(3, number: "")))
        guard case .appeared(let call) = rig.reports(.numberOverdue(BookRig.call)).first else {
            Issue.record("no call"); return
        }
        let number = BookEvent.propertiesChanged(BookRig.call, interface: Name.call, ["Number": "+15550142"])
        #expect(rig.reports(number) == [.identified(call.id, RemoteParty(number: "+15550142"))])
        #expect(rig.reports(number).isEmpty)
    }

    @Test func `a reference fits no call of another bus`() throws {
        var references: Set<String> = []
        for bus in ["b1", "b2"] {
            var rig = BookRig()
            _ = rig.start()
            rig.book.bus = bus
            let reports = rig.reports(
                .callAdded(BookRig.call, modem: BookRig.modem), .callRead(BookRig.call, BookRig.properties(3)))
            guard case .appeared(let call) = reports.first else { Issue.record("no call"); return }
            references.insert(call.reference)
        }
        #expect(references.count == 2)
    }

    @Test func `a failed answer silences the modem only when nothing else is up`() throws {
        var rig = BookRig()
        _ = rig.start()
        let id = try rig.incoming()
        #expect(rig.tell(.acceptFailed(id, modem: BookRig.modem)).isEmpty)
        _ = rig.tell(.callChanged(BookRig.call, CallWord(.terminated, .error)))
        #expect(rig.tell(.acceptFailed(id, modem: BookRig.modem)) == [.silence(modem: BookRig.modem)])
        _ = try rig.incoming(BookRig.otherCall)
        #expect(rig.tell(.acceptFailed(id, modem: BookRig.modem)).isEmpty)
    }
}

@Suite struct `Why a leg ended` {
    @Test(arguments: [
        (Direction.outgoing, [CallState](), 0, false, CallEndReason.busy),
        (.outgoing, [.alerting], 0, false, .noAnswer),
        (.outgoing, [.alerting, .active], 0, false, .remoteHangUp),
        (.outgoing, [], 0, true, .localHangUp),
        (.outgoing, [.active], 4, true, .localHangUp),
        (.outgoing, [.active], 4, false, .localHangUp),
        (.outgoing, [], 5, false, .busy),
        (.outgoing, [], 6, false, .failed("the modem reported an error in the call")),
        (.outgoing, [.active], 7, false, .failed("the modem could not set up the sound of the call")),
        (.outgoing, [.active], 8, false, .localHangUp),
        (.outgoing, [.active], 99, false, .remoteHangUp),
        (.incoming, [], 0, false, .remoteHangUp),
        (.incoming, [], 0, true, .declined),
        (.incoming, [], 4, true, .declined),
        (.incoming, [], 4, false, .declined),
        (.incoming, [], 5, false, .declined),
        (.incoming, [], 9, false, .declined),
        (.incoming, [.active], 0, false, .remoteHangUp),
        (.incoming, [.active], 4, true, .localHangUp),
    ])
    func `follows from the course, the reason and our own request`(
        _ direction: Direction, _ course: [CallState], _ reason: UInt32, _ isEnding: Bool, _ expected: CallEndReason
    ) {
        var leg = Leg(
            id: CallID(), modem: BookRig.modem, direction: direction, since: .zero,
            state: direction == .outgoing ? .dialing : .incoming)
        for state in course { _ = leg.move(to: state) }
        leg.isEnding = isEnding
        #expect(leg.endReason(CallReasonWord(rawValue: reason)) == expected)
    }
}

@Suite struct `Hanging up one of several` {
    @Test func `the only leg goes at once`() throws {
        var rig = BookRig()
        _ = rig.start()
        let id = try rig.incoming()
        #expect(rig.book.hangUpDelay(id, at: rig.now) == nil)
    }

    @Test func `a waiting leg goes when ModemManager must have asked for its index`() throws {
        var rig = BookRig()
        _ = rig.start()
        let first = rig.outgoing()
        _ = rig.reports(.callChanged(BookRig.call, CallWord(.active)))
        rig.now += .seconds(60)
        let second = try rig.incoming(BookRig.otherCall, state: 6)
        #expect(rig.book.hangUpDelay(second, at: rig.now + .seconds(1)) == .seconds(2))
        #expect(rig.book.hangUpDelay(first, at: rig.now) == nil)
        rig.now += .seconds(3)
        #expect(rig.book.hangUpDelay(second, at: rig.now) == nil)
    }

    @Test func `a waiting leg goes at once when the other one has gone`() throws {
        var rig = BookRig()
        _ = rig.start()
        _ = rig.outgoing()
        let second = try rig.incoming(BookRig.otherCall, state: 6)
        #expect(rig.book.hangUpDelay(second, at: rig.now) != nil)
        _ = rig.reports(.callChanged(BookRig.call, CallWord(.terminated)))
        #expect(rig.book.hangUpDelay(second, at: rig.now) == nil)
    }

    @Test func `a held leg that was never asked for waits for the next asking`() throws {
        var rig = BookRig()
        _ = rig.start()
        let first = try rig.incoming()
        _ = rig.reports(.callChanged(BookRig.call, CallWord(.active, .accepted)))
        rig.now += .seconds(60)
        _ = try rig.incoming(BookRig.otherCall, state: 6)
        _ = rig.reports(.callChanged(BookRig.call, CallWord(.held)))
        #expect(rig.book.hangUpDelay(first, at: rig.now) == .seconds(3))
    }
}
