// SPDX-License-Identifier: Apache-2.0

/// Keeps signals coming; they end when it is cancelled or let go.
package final class Subscription: Sendable {
    private let loop: EventLoop
    private let body: @Sendable () -> Void

    init(loop: EventLoop, cancel body: @escaping @Sendable () -> Void) {
        self.loop = loop
        self.body = body
    }

    deinit { loop.post(body) }

    /// Ends it; nothing is delivered once the loop has taken note. Callable on any thread, and more than once.
    package func cancel() { loop.post(body) }
}
