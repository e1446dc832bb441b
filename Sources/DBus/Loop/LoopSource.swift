// SPDX-License-Identifier: Apache-2.0

/// A descriptor that the loop waits on; every method is called on the loop's thread.
package protocol LoopSource: AnyObject, Sendable {
    /// What to wait for in the next poll(2).
    func prepare() -> LoopInterest
    /// Called after every poll(2) with the descriptor's events, or 0; drains what is ready.
    func dispatch(events: Int16)
}

/// What a source waits for.
package struct LoopInterest: Sendable {
    /// A descriptor, or -1 for none.
    package var descriptor: Int32
    /// Events of poll(2).
    package var events: Int16
    /// Microseconds of CLOCK_MONOTONIC at which to wake at the latest; `UInt64.max` for never.
    package var deadline: UInt64

    /// Makes an interest; without a deadline it waits for ever.
    package init(descriptor: Int32, events: Int16, deadline: UInt64 = .max) {
        self.descriptor = descriptor
        self.events = events
        self.deadline = deadline
    }

    static let nothing = LoopInterest(descriptor: -1, events: 0)
}
