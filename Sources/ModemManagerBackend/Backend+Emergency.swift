// SPDX-License-Identifier: Apache-2.0
import DBus
package import Telephony

// What ModemManager lets through (1.20.4, mm-iface-modem-voice; seen with the real daemon, docs/emergency.md): on a
// modem that is registered everything; on any other, also one that has no SIM, a locked one or is disabled, 112, 911 and
// the SIM's list, and with no SIM the set of 3GPP TS 22.101. A modem without SIM or with a locked one cannot be enabled,
// and need not be.
extension ModemManagerBackend {
    package func dialEmergency(_ digits: String, on line: LineKey, as call: CallID) async throws -> String {
        try DialDigits.check(digits)
        if let owner = book.owner, let modem = modem(of: line), modem.state.isOff || modem.state == .enabling {
            // One that does not come on is dialed on all the same: its radio may be on.
            if modem.state.isOff { await enable(modem.path, owner, deadline: deadlines.emergencyEnable) }
            if !isLetThroughAnywhere(digits, on: line) { await waitForNetwork(of: line, for: call) }
        }
        return try await dial(digits, on: line, as: call, limit: deadlines.emergencyStart)
    }

    private func modem(of line: LineKey) -> Modem? { book.callingModems.first { book.lineKey($0.path) == line } }

    /// Whether the number need not wait until the modem is registered.
    private func isLetThroughAnywhere(_ digits: String, on line: LineKey) -> Bool {
        EmergencyNumbers.always.contains(digits) || modem(of: line)?.sim?.emergencyNumbers.contains(digits) ?? false
    }

    /// Returns when the line is ready, when it is gone, or after a limit.
    private func waitForNetwork(of line: LineKey, for call: CallID) async {
        let (changes, watcher) = AsyncStream<Void>.makeStream()
        lineWatchers[call] = watcher
        defer { lineWatchers[call] = nil }
        watcher.yield()
        async let _: Void = giveUp(watcher, after: deadlines.emergencyNetwork)
        for await _ in changes {
            guard let known = book.lines.first(where: { $0.key == line }), known.readiness != .ready else { return }
        }
    }

    private func giveUp(_ watcher: AsyncStream<Void>.Continuation, after limit: Duration) async {
        await pause(limit)
        watcher.finish()
    }
}
