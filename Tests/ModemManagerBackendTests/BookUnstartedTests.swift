// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony
import Testing

@testable import ModemManagerBackend

@Suite struct `An outgoing call that nobody is seen to dial` {
    /// A book that found it at its start.
    private func found() throws -> (BookRig, Call) {
        var rig = BookRig()
        _ = rig.start(calls: [BookRig.call])
        let effects = rig.tell(.callRead(BookRig.call, BookRig.properties(0, outgoing: true)))
        guard case .report(.unstarted(let call)) = effects.first else { throw CancellationError() }
        #expect(Array(effects.dropFirst()) == [.awaitStart(BookRig.call), .report(.callsListed)])
        #expect(call.state == .dialing && call.direction == .outgoing)
        #expect(call.reference == "\(BookRig.call.rawValue)@:1.1@b1")
        return (rig, call)
    }

    private static let dialing = BookEvent.callChanged(BookRig.call, CallWord(.dialing, .outgoingStarted))

    @Test func `appears once it is dialed, as the same`() throws {
        var (rig, call) = try found()
        guard case .appeared(let dialed) = rig.reports(Self.dialing).first else { Issue.record("no call"); return }
        #expect(dialed == call)
    }

    @Test func `is hung up once it is dialed, if that was asked for`() throws {
        var (rig, call) = try found()
        #expect(rig.tell(.ending(call.id)).isEmpty)
        #expect(rig.tell(Self.dialing) == [.report(.appeared(call)), .hangUp(call.id)])
    }

    @Test(arguments: [
        (BookEvent.callChanged(BookRig.call, CallWord(.terminated, .refusedOrBusy)), CallEndReason.busy),
        (.callDeleted(BookRig.call), .lost), (.interfacesRemoved(BookRig.modem, [Name.modem]), .lost),
        (.lost("gone"), .lost), (.startOverdue(BookRig.call), .failed("the call was made and not dialed; dial again")),
    ])
    func `is told once to be over`(_ event: BookEvent, _ reason: CallEndReason) throws {
        var (rig, call) = try found()
        let end = BackendEvent.changed(call.id, .ended(reason))
        #expect(rig.reports(event).filter { $0 == end }.count == 1)
        #expect(!rig.reports(event).contains(end))
    }

    @Test func `that begins after all is another`() throws {
        var (rig, call) = try found()
        _ = rig.tell(.startOverdue(BookRig.call))
        guard case .appeared(let late) = rig.reports(Self.dialing).first else { Issue.record("no call"); return }
        #expect(late.id != call.id)
    }

    @Test func `and came while we watched is not told`() {
        var rig = BookRig()
        _ = rig.start()
        _ = rig.tell(.callAdded(BookRig.call, modem: BookRig.modem))
        #expect(rig.tell(.callRead(BookRig.call, BookRig.properties(0, outgoing: true))).isEmpty)
        #expect(rig.tell(.callDeleted(BookRig.call)).isEmpty)
    }
}
