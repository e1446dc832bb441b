// SPDX-License-Identifier: Apache-2.0
import Telephony

/// Which backends have yet to tell the calls that were up when the service started.
struct FirstCalls: Sendable {
    private var awaited: Set<String> = []
    /// Until when whoever asks for the calls waits for that; nil when nobody does any more.
    private(set) var until: Duration?

    var areKnown: Bool { awaited.isEmpty }

    mutating func await(_ backends: some Sequence<String>, until instant: Duration) {
        awaited = Set(backends)
        until = instant
    }

    /// A backend has told its calls, or that it has none to tell; false when that is no news.
    mutating func areKnown(of backend: String) -> Bool { awaited.remove(backend) != nil }

    mutating func stopWaiting() { until = nil }
}
