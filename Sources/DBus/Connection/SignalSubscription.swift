// SPDX-License-Identifier: Apache-2.0

/// Who gets which signals.
struct SignalSubscription {
    let id: UInt64
    let match: SignalMatch
    let body: @Sendable (isolated Bus, SignalMessage) -> Void
    let end: @Sendable () -> Void
}
