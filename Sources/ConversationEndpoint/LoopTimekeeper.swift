// SPDX-License-Identifier: Apache-2.0
package import DBus
package import FoundationEssentials
import Telephony

/// The real time, with sleeps that are timers of the daemon's loop.
package struct LoopTimekeeper: Timekeeper {
    private let loop: EventLoop

    package init(_ loop: EventLoop) { self.loop = loop }

    package var uptime: Duration { loop.uptime }
    package var date: Date { Date() }
    package func sleep(until uptime: Duration) async throws { try await loop.sleep(until: uptime) }
}
