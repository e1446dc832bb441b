// SPDX-License-Identifier: Apache-2.0
import DBus
import TestSupport

/// Counts and gates for handlers under test: what happens is an event, never a sleep.
actor Gate {
    private var isOpen = false
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private(set) var arrivals = 0
    private var arrivalWaiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// Waits until the gate is opened.
    func pass() async {
        arrivals += 1
        for waiter in arrivalWaiters where waiter.count <= arrivals { waiter.continuation.resume() }
        arrivalWaiters.removeAll { $0.count <= arrivals }
        guard !isOpen else { return }
        await withCheckedContinuation { waiters.append($0) }
    }

    /// Waits until so many have come to the gate.
    func waitForArrivals(_ count: Int) async {
        guard arrivals < count else { return }
        await withCheckedContinuation { arrivalWaiters.append((count, $0)) }
    }

    func open() {
        isOpen = true
        for waiter in waiters { waiter.resume() }
        waiters = []
    }
}

/// The first element of a sequence that fits.
func first<S: AsyncSequence>(
    of sequence: S, where fits: (S.Element) -> Bool = { _ in true }
) async throws -> S.Element? {
    for try await element in sequence where fits(element) { return element }
    return nil
}
