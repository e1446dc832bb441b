// SPDX-License-Identifier: Apache-2.0
import DBus

/// What a client does beside the calls.
enum BackgroundWork: Hashable, Sendable {
    /// Subscribes anew with a daemon that has come.
    case welcome
    /// Looks for the session bus that has gone, while somebody observes.
    case reconnecting
    /// Registers a screen anew with a daemon that has come.
    case prompts(UInt64)
}

extension ConversationClient {
    /// How long after the end of a bus it is looked for first, and from then on at most.
    static let reconnectingPauses = (first: Duration.seconds(1), longest: Duration.seconds(60))

    func connectionEnded() {
        requests.endAnswered(
            because: TelephonyError(.connectionLost, "the connection to the bus was lost; try again"))
        for observer in observers.values { observer.continuation.yield(.daemonGone) }
        if !isPeer, !observers.isEmpty { reconnect() }
    }

    /// Who observes hears of a daemon on the bus that takes the place of the one that has gone.
    private func reconnect() {
        inBackground(.reconnecting) { [weak self, loop] in
            var pause = Self.reconnectingPauses.first
            while (try? await loop.sleep(until: loop.uptime + pause)) != nil {
                guard let self, await !self.isConnectedOrUnobserved() else { return }
                pause = min(pause * 2, Self.reconnectingPauses.longest)
            }
        }
    }

    private func isConnectedOrUnobserved() -> Bool { observers.isEmpty || (try? connected()) != nil }
}
