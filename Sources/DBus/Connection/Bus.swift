// SPDX-License-Identifier: Apache-2.0

/// A connection to a bus, or to a peer; all of it happens on its loop.
///
/// Export objects, then `start()`. Once the connection ended it stays ended: waiting calls throw
/// `DBusError.disconnected`, streams end, and `waitUntilClosed()` returns.
package actor Bus {
    /// The loop that runs this actor.
    package nonisolated let loop: EventLoop
    let connection: Connection
    var subscriptions: [SignalSubscription] = []
    var lastSubscription: UInt64 = 0
    var names: [String: NameWatch] = [:]
    var calls = CallLedger()
    private var closeWaiters: [UInt64: UnsafeContinuation<Void, Never>] = [:]
    private var lastWaiter: UInt64 = 0

    /// For calls to the bus itself.
    package static let housekeepingDeadline = Duration.seconds(10)

    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Connects, without waiting for the other side; no message is handled before `start()`.
    /// Throws `DBusError`, `noServer` if there is no bus.
    package init(_ address: BusAddress, loop: EventLoop) throws {
        self.loop = loop
        connection = try Connection(address, loop: loop)
    }

    deinit {
        let connection = connection
        connection.loop.post { connection.close() }
    }

    /// Begins to handle messages; a second time it does nothing.
    package func start() {
        connection.onSignal = { [weak self] message in self?.assumeIsolated { $0.deliver(message) } }
        connection.onEnd = { [weak self] in self?.assumeIsolated { $0.ended() } }
        do { try connection.start() } catch { connection.close() }
    }

    /// Ends the connection.
    package func close() { connection.close() }

    /// Whether the connection ended, for whatever reason.
    package var isClosed: Bool { connection.isClosed }

    /// Returns when the connection ended, for whatever reason, or when the task is cancelled.
    package func waitUntilClosed() async {
        guard !isClosed else { return }
        lastWaiter += 1
        let id = lastWaiter
        await withTaskCancellationHandler {
            await withUnsafeContinuation { closeWaiters[id] = $0 }
        } onCancel: {
            loop.post { [weak self] in self?.assumeIsolated { $0.closeWaiters.removeValue(forKey: id)?.resume() } }
        }
    }

    private func ended() {
        endSubscriptions()
        let waiters = closeWaiters.values
        closeWaiters = [:]
        for waiter in waiters { waiter.resume() }
    }
}
