// SPDX-License-Identifier: Apache-2.0

/// A task that waits in the loop for an instant.
struct Sleeper {
    let id: UInt64
    /// CLOCK_BOOTTIME.
    let deadline: Duration
    /// Called once, not under a lock.
    let wake: @Sendable (Result<Void, any Error>) -> Void
}
