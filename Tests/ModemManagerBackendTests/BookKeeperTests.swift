// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony
import Testing

@testable import ModemManagerBackend

@Suite struct `The book of modems that another Dialtone has` {
    private func kept(state: Int32 = 8) -> BookRig {
        var rig = BookRig()
        _ = rig.tell(.keptBy("process 1"))
        #expect(!rig.start(state: state).contains(.report(.callsListed)))
        return rig
    }

    @Test func `has lines that are not ready, and enables no modem`() {
        var rig = kept(state: 3)
        #expect(rig.book.lines.map(\.readiness) == [.failed(Keeper.refusal("process 1"))])
        #expect(rig.tell(.keptBy(nil)).contains(.enable(modem: BookRig.modem)))
        #expect(rig.book.lines.map(\.readiness) == [.starting])
    }

    @Test func `tells a call once the modems are ours, and its end once it is told`() {
        for endsBefore in [true, false] {
            var rig = kept()
            let end = BookEvent.callChanged(BookRig.call, CallWord(.terminated))
            var told = rig.reports(
                .callAdded(BookRig.call, modem: BookRig.modem), .callRead(BookRig.call, BookRig.properties(3)),
                .callChanged(BookRig.call, CallWord(.active)))
            if endsBefore { #expect(rig.tell(end).isEmpty) }
            #expect(told.isEmpty)
            told = rig.reports(.keptBy(nil))
            #expect(
                told.contains { if case .appeared(let call) = $0 { call.state == .active } else { false } }
                    != endsBefore)
            #expect(told.contains(.callsListed))
            #expect(rig.tell(end).count == (endsBefore ? 0 : 2))
        }
    }

    @Test func `follows an emergency call of ours`() {
        var rig = kept()
        let id = rig.outgoing()
        #expect(rig.reports(.callChanged(BookRig.call, CallWord(.active))) == [.changed(id, .active)])
        let effects = rig.tell(.callChanged(BookRig.call, CallWord(.terminated)))
        #expect(effects.contains(.deleteCall(BookRig.call, modem: BookRig.modem)))
    }

    @Test func `silences no modem for another's call`() {
        var rig = kept()
        _ = rig.reports(.callAdded(BookRig.call, modem: BookRig.modem), .callRead(BookRig.call, BookRig.properties(3)))
        #expect(rig.tell(.callDeleted(BookRig.call)).isEmpty)
    }
}
