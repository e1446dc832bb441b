// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony

/// Dials that ModemManager answered with an error.
///
/// The error does not say that there is no call: a modem may set one up and end ATD with an error all the same. So a call
/// object is let go of only once its call is known to be down.
extension ModemManagerBackend {
    func fail(_ dial: Dial, _ path: ObjectPath?, _ error: any Error) async {
        // We are being stopped, and the call is not: like any other that is up it waits for whoever comes next.
        if error is CancellationError { return }
        guard let path else { return await conclude(dial, error) }
        // What the modem says of the call counts for more than its answer.
        if dials[dial.call] != nil, book.legs[dial.call]?.word?.state.live != nil { return await keep(path, dial) }
        let isEnding = book.legs[dial.call]?.isEnding == true
        await letGo(path, dial, wasRefused: !error.isNoReply)
        if let reason = error.networkEnd, !dial.isEmergency, dials[dial.call] != nil {
            // The network took the call, and the other end did not.
            settle(dial.call, .success(book.callReference(path)))
            return announce(.changed(dial.call, .ended(isEnding ? .localHangUp : reason)))
        }
        await conclude(dial, error)
    }

    private func conclude(_ dial: Dial, _ error: any Error) async {
        let readiness = book.lines.first { $0.key == dial.line }?.readiness
        settle(dial.call, .failure(ErrorMapping.telephonyError(error, readiness: readiness)))
        take(.notPlaced(dial.call))
        await doubt(error, dial.owner)
    }

    /// Leaves nothing behind of a call that nobody wants any more and that the modem may have; one that cannot be ended
    /// stays known.
    func letGo(_ path: ObjectPath, _ dial: Dial, wasRefused: Bool) async {
        if await end(path, dial, wasRefused: wasRefused) {
            await delete(path, of: dial.modem, dial.owner)
            take(.notPlaced(dial.call))
        } else {
            take(.leftUp(dial.call))
        }
    }

    /// False: the call may be up.
    private func end(_ path: ObjectPath, _ dial: Dial, wasRefused: Bool) async -> Bool {
        // A hang-up without the call's index would end another call on the modem.
        if wasRefused, book.isBusy(dial.modem, besides: dial.call) { return !isLive(dial) }
        do {
            book.hungUpAt[dial.modem] = bus.loop.uptime
            try await tell(path, Name.call, "Hangup", dial.owner)
            return true
        } catch  where error.isNoReply {
            return false
        } catch {
            return await endAll(dial)
        }
    }

    /// ModemManager takes the call for ended; the modem may not, and this reaches it there.
    private func endAll(_ dial: Dial) async -> Bool {
        guard !book.isBusy(dial.modem, besides: dial.call) else { return !isLive(dial) }
        do {
            book.hungUpAt[dial.modem] = bus.loop.uptime
            try await tell(dial.modem, Name.voice, "HangupAll", dial.owner)
            return true
        } catch {
            return !error.isNoReply && !isLive(dial)
        }
    }

    private func isLive(_ dial: Dial) -> Bool { book.legs[dial.call]?.word?.state.live != nil }
}

extension Error {
    /// Whether a deadline passed, so that what was asked for may still happen.
    var isNoReply: Bool { (self as? DBusError)?.name == DBusError.noReply }

    /// Whether the object that was addressed does not exist; GLib's servers say that its method is unknown.
    var isObjectGone: Bool {
        [DBusError.unknownObject, DBusError.unknownMethod].contains((self as? DBusError)?.name)
    }

    /// Whether the call object had ended before it was started: a modem's call list that was on its way when the
    /// object was made does not have it, and ModemManager 1.20 takes it for gone. So it is right after a hang-up.
    var isStillborn: Bool {
        guard let error = self as? DBusError else { return false }
        return error.name == "org.freedesktop.ModemManager1.Error.Core.Failed"
            && error.message.contains("not in unknown state")
    }

    /// How the other end took the call, where the modem said that in its answer to ATD.
    var networkEnd: CallEndReason? {
        switch (self as? DBusError)?.name {
        case "org.freedesktop.ModemManager1.Error.Connection.Busy": .busy
        case "org.freedesktop.ModemManager1.Error.Connection.NoAnswer": .noAnswer
        default: nil
        }
    }
}
