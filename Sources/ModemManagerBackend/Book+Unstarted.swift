// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony

/// Outgoing calls that were made and are not seen to be dialed: ModemManager leaves a call in the state unknown until the modem
/// has answered ATD.
extension Book {
    /// One that was there before us may be one that an earlier Dialtone dials.
    mutating func found(_ path: ObjectPath, _ call: Unstarted) -> [BookEffect] {
        unstarted[path] = call
        guard call.isTold else { return [] }
        let told = Call(
            id: call.id, line: lineKey(call.modem), direction: .outgoing, remote: remote(call.number), state: .dialing,
            reference: callReference(path))
        return [.report(.unstarted(told)), .awaitStart(path)]
    }

    /// It begins, or is over before it began.
    mutating func started(
        _ path: ObjectPath, _ call: Unstarted, _ word: CallWord, at now: Duration
    ) -> [BookEffect] {
        var leg = Leg(
            id: call.id, modem: call.modem, direction: .outgoing, since: now, path: path, number: call.number,
            state: word.state.live ?? .dialing)
        leg.isEnding = call.isEnding
        guard word.state.live != nil else { return neverStarted(call, leg.endReason(word.reason)) }
        legs[leg.id] = leg
        return announce(leg.id) + (leg.isEnding ? [.hangUp(leg.id)] : [])
    }

    func neverStarted(_ call: Unstarted, _ reason: CallEndReason) -> [BookEffect] {
        call.isTold ? [.report(.changed(call.id, .ended(reason)))] : []
    }

    /// Nobody dials it any more. If it begins after all it is another program's, so its object is left.
    mutating func startOverdue(_ path: ObjectPath) -> [BookEffect] {
        guard let call = unstarted[path] else { return [] }
        unstarted[path] = Unstarted(modem: call.modem, number: call.number)
        return neverStarted(
            call, call.isEnding ? .localHangUp : .failed("the call was made and not dialed; dial again"))
    }

    /// The call object of a call that was not begun.
    func unstartedPath(of id: CallID) -> ObjectPath? { unstarted.first { $0.value.id == id }?.key }
}
