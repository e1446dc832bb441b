// SPDX-License-Identifier: Apache-2.0
import DBus
package import Telephony

// What ModemManager lets through (1.20.4, mm-iface-modem-voice; seen with the real daemon, docs/emergency.md): on a
// modem that is registered everything; on any other, also one that has no SIM, a locked one or is disabled, 112, 911 and
// the SIM's list, and with no SIM the set of 3GPP TS 22.101. A modem without SIM or with a locked one cannot be enabled,
// and need not be.
extension ModemManagerBackend {
    package func dialEmergency(_ digits: String, on line: LineKey, as call: CallID) async throws -> String {
        let dial = try begin(digits, on: line, as: call, limit: deadlines.emergencyStart, isEmergency: true)
        await bringUp(dial)
        do {
            try requireUse(of: dial)
        } catch {
            take(.notPlaced(call))
            throw error
        }
        return try await carryOut(dial)
    }

    /// Switches the modem on and waits for its network, as far as the number needs it and the person still wants it.
    private func bringUp(_ dial: Dial) async {
        guard let modem = modem(of: dial), modem.state.isOff || modem.state == .enabling else { return }
        // One that does not come on is dialed on all the same: its radio may be on.
        if modem.state.isOff { await switchOn(dial) }
        guard !isLetThroughAnywhere(dial) else { return }
        await wait(dial, atMost: deadlines.emergencyNetwork) { [self] in
            book.lines.first { $0.key == dial.line }.map { $0.readiness != .ready } ?? false
        }
    }

    /// The modem is switched on also when the dial is given up meanwhile.
    private func switchOn(_ dial: Dial) async {
        enabling.insert(dial.call)
        submit { backend in
            await backend.enable(dial.modem, dial.owner, deadline: backend.deadlines.emergencyEnable)
            backend.enabling.remove(dial.call)
            backend.lineWatchers[dial.call]?.yield()
        }
        await wait(dial, atMost: deadlines.emergencyEnable) { [self] in enabling.contains(dial.call) }
    }

    /// Throws when the person ended the call, or the modem went, while it was brought up.
    private func requireUse(of dial: Dial) throws {
        guard book.owner == dial.owner else { throw Self.serviceGone }
        guard book.legs[dial.call]?.isEnding == false else { throw Self.endedEarly }
        guard modem(of: dial) != nil else { throw Self.lineGone }
    }

    private func modem(of dial: Dial) -> Modem? { book.owner == dial.owner ? book.modems[dial.modem] : nil }

    /// Whether the number need not wait until the modem is registered.
    private func isLetThroughAnywhere(_ dial: Dial) -> Bool {
        EmergencyNumbers.always.contains(dial.digits)
            || modem(of: dial)?.sim?.emergencyNumbers.contains(dial.digits) ?? false
    }

    /// Returns when the condition does not hold any more, when the call is not wanted, or after a limit.
    private func wait(_ dial: Dial, atMost limit: Duration, while holds: () -> Bool) async {
        let (changes, watcher) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        lineWatchers[dial.call] = watcher
        defer { lineWatchers[dial.call] = nil }
        watcher.yield()
        async let _: Void = giveUp(watcher, after: limit)
        for await _ in changes {
            guard book.legs[dial.call]?.isEnding == false, holds() else { return }
        }
    }

    private func giveUp(_ watcher: AsyncStream<Void>.Continuation, after limit: Duration) async {
        await pause(limit)
        watcher.finish()
    }
}
