// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials

/// The time, as a parameter.
package protocol Timekeeper: Sendable {
    /// Time since boot with suspend counted (CLOCK_BOOTTIME): what durations are measured on.
    var uptime: Duration { get }
    /// The wall clock: what a person reads; it may jump.
    var date: Date { get }
    /// Returns when `uptime` has reached the instant. Throws `CancellationError`.
    func sleep(until uptime: Duration) async throws
}
