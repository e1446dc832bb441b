// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony

/// Which legs ModemManager can name to the modem.
///
/// Hangup sends `AT+CHLD=1<index>` when ModemManager knows the leg's index and `AT+CHUP` when it does not; the latter
/// ends the active call, whichever leg was meant. The index is not on the bus. A plain modem tells it only when
/// ModemManager asks for the list of calls, which it does every 2 s while any call is in another state than active.
/// So a leg counts as known once such polling went on for `legIndex` of its life.
extension Book {
    /// How long to wait before the leg can be hung up without harm to another; nil: not at all.
    func hangUpDelay(_ id: CallID, at now: Duration) -> Duration? {
        guard let leg = legs[id], leg.path != nil, !others(than: leg).isEmpty, !leg.isIndexed else { return nil }
        // AT+CHUP ends the active call, and this is it.
        if leg.state == .active { return nil }
        let start = max(leg.since, unstableSince[leg.modem] ?? now)
        let delay = start + legIndex - now
        return delay > .zero ? delay : nil
    }

    /// False: it is being hung up already, or gone.
    mutating func beginHangUp(_ id: CallID) -> Bool {
        guard legs[id]?.isBeingHungUp == false else { return false }
        legs[id]?.isBeingHungUp = true
        return true
    }

    /// How long to wait before a call is dialed: a modem on which one was just hung up is about to tell that it has none, and
    /// that must not end the next. nil: not at all.
    func dialDelay(on modem: ObjectPath, at now: Duration, callList: Duration) -> Duration? {
        let rest = hungUpAt[modem].map { $0 + callList - now } ?? .zero
        return rest > .zero ? rest : nil
    }

    mutating func settleIndexes(at now: Duration) {
        for (id, leg) in legs where !leg.isIndexed {
            guard let since = unstableSince[leg.modem] else { continue }
            if now - max(since, leg.since) >= legIndex { legs[id]?.isIndexed = true }
        }
    }

    mutating func noteUnstable(at now: Duration) {
        let unstable = Set(legs.values.filter(\.isUnstable).map(\.modem))
        unstableSince = unstableSince.filter { unstable.contains($0.key) }
        for modem in unstable where unstableSince[modem] == nil { unstableSince[modem] = now }
    }
}
