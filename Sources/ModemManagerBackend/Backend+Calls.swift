// SPDX-License-Identifier: Apache-2.0
import DBus
package import Telephony

extension ModemManagerBackend {
    package func answer(_ call: CallID) async throws {
        guard let owner = book.owner, let leg = book.legs[call], let path = leg.path, !leg.isBeingPlaced else {
            throw TelephonyError(.unknownConversation, "the call has ended; there is nothing to answer")
        }
        switch leg.state {
        case .incoming: try await accept(path, leg, owner)
        case .waiting: try await holdAndAccept(leg.modem, owner)
        case .active, .held: return
        case .dialing, .alerting, .ended:
            throw TelephonyError(.wrongState, "the call does not ring any more; only one that rings can be answered")
        }
    }

    private func accept(_ path: ObjectPath, _ leg: Leg, _ owner: String) async throws {
        do {
            try await tell(path, Name.call, "Accept", owner)
        } catch  where error.isObjectGone {
            throw lost(leg.id)
        } catch {
            take(.acceptFailed(leg.id, modem: leg.modem))
            throw await telephonyError(error, owner)
        }
    }

    private func holdAndAccept(_ modem: ObjectPath, _ owner: String) async throws {
        do {
            try await tell(modem, Name.voice, "HoldAndAccept", owner)
        } catch let error as DBusError where error.name.hasSuffix(".Unsupported") {
            throw TelephonyError(
                .wrongState, "this modem cannot hold a call; end the active one, then answer")
        } catch {
            throw await telephonyError(error, owner)
        }
    }

    package func hangUp(_ call: CallID) async throws {
        guard let leg = book.legs[call] else {
            throw TelephonyError(.unknownConversation, "the call has ended; there is nothing to hang up")
        }
        take(.ending(call))
        lineWatchers[call]?.yield()
        // A dial on its way sees to it as soon as the modem lets it; before that there is nothing to hang up.
        if leg.isBeingPlaced, leg.word?.state.live == nil { return }
        try await hangUpWhenSafe(call)
    }

    /// Hangs up this leg, when ModemManager cannot take another one for it; see `Book.hangUpDelay`.
    func hangUpWhenSafe(_ call: CallID) async throws {
        guard book.beginHangUp(call) else { return }
        defer { book.legs[call]?.isBeingHungUp = false }
        while let delay = book.hangUpDelay(call, at: bus.loop.uptime) {
            try await bus.loop.sleep(until: bus.loop.uptime + delay)
        }
        guard let owner = book.owner, let leg = book.legs[call], let path = leg.path else { return }
        // Its end may be told before Hangup is answered.
        book.hungUpAt[leg.modem] = bus.loop.uptime
        do {
            try await tell(path, Name.call, "Hangup", owner)
            book.hungUpAt[leg.modem] = bus.loop.uptime
        } catch  where error.isObjectGone {
            take(.vanished(call))
        } catch {
            guard book.legs[call] != nil else { return }
            take(.notEnding(call))
            throw await telephonyError(error, owner)
        }
    }

    package func sendTone(_ tone: Character, on call: CallID) async throws {
        guard "0123456789*#ABCD".contains(tone) else {
            throw TelephonyError(.invalidArgument, "not a tone; use one of 0-9, *, # and A-D")
        }
        guard let owner = book.owner, let leg = book.legs[call], let path = leg.path else {
            throw TelephonyError(.unknownConversation, "the call has ended; tones need one that is connected")
        }
        guard leg.state == .active else {
            throw TelephonyError(.wrongState, "tones need a connected call; wait until it is answered")
        }
        do {
            try await bus.call(
                method(path, Name.call, "SendDtmf", owner), String(tone), deadline: deadlines.command,
                autoStart: false)
        } catch  where error.isObjectGone {
            throw lost(call)
        } catch {
            throw await telephonyError(error, owner)
        }
    }

    /// ModemManager does not have the call's object any more.
    private func lost(_ call: CallID) -> TelephonyError {
        take(.vanished(call))
        return TelephonyError(.unknownConversation, "the call was taken away by another program; start a new one")
    }

    /// The error to throw, after a look whether ModemManager still answers.
    private func telephonyError(_ error: any Error, _ owner: String) async -> TelephonyError {
        submit { await $0.doubt(error, owner) }
        if book.owner != owner {
            return TelephonyError(
                .modemServiceUnavailable, "ModemManager went away under the call; start its service")
        }
        return ErrorMapping.telephonyError(error, readiness: nil)
    }
}
