// SPDX-License-Identifier: Apache-2.0
import Glibc

extension EventLoop {
    /// Time since boot with suspend counted (CLOCK_BOOTTIME).
    package var uptime: Duration { SystemClock.duration(CLOCK_BOOTTIME) }

    /// Returns when `uptime` has reached the instant. Throws `CancellationError` as soon as the task is cancelled.
    package func sleep(until uptime: Duration) async throws {
        try await sleepers.sleep(until: uptime)
    }
}
