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
    /// Whether somebody has asked to tell connections from later processes.
    var followsArrivals = false
    /// When connections came; nil while nobody asked for it, and where the bus knows better.
    var arrivals: ConnectionTimes?
    var arrivalWatch: Subscription?
    /// Whether the bus keeps a pidfd of each process that connects, and hands it out.
    var handsOutProcesses = false
    let address: BusAddress
    private var closeObservers: [UInt64: @Sendable () -> Void] = [:]
    private var lastCloseObserver: UInt64 = 0

    /// For calls to the bus itself.
    package static let housekeepingDeadline = Duration.seconds(10)

    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Connects, without waiting for the other side; no message is handled before `start()`.
    /// Throws `DBusError`, `noServer` if there is no bus.
    package init(_ address: BusAddress, loop: EventLoop) throws {
        try self.init(address, loop: loop, takesDescriptors: false)
    }

    init(_ address: BusAddress, loop: EventLoop, takesDescriptors: Bool) throws {
        self.loop = loop
        self.address = address
        connection = try Connection(address, loop: loop, takesDescriptors: takesDescriptors)
        connection.onSignal = { [weak self] message in self?.assumeIsolated { $0.deliver(message) } }
        connection.onEnd = { [weak self] in self?.assumeIsolated { $0.ended() } }
    }

    deinit {
        let connection = connection
        connection.loop.post { connection.close() }
    }

    /// Begins to handle messages; a second time it does nothing.
    package func start() {
        do { try connection.start() } catch { connection.close() }
    }

    /// Ends the connection.
    package func close() { connection.close() }

    /// Whether the connection ended, for whatever reason.
    package var isClosed: Bool { connection.isClosed }

    /// Returns when the connection ended, for whatever reason, or when the task is cancelled.
    package func waitUntilClosed() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        guard let subscription = try? onClose({ continuation.finish() }) else { return }
        for await _ in stream {}
        subscription.cancel()
    }

    /// Calls the body on the loop when the connection ends. Throws `DBusError.disconnected` if it has ended.
    package func onClose(_ body: @escaping @Sendable () -> Void) throws -> Subscription {
        _ = try connection.open
        lastCloseObserver += 1
        let id = lastCloseObserver
        closeObservers[id] = body
        return Subscription(loop: loop) { [weak self] in
            self?.assumeIsolated { $0.closeObservers[id] = nil }
        }
    }

    private func ended() {
        endSubscriptions()
        let observers = closeObservers.sorted { $0.key < $1.key }
        closeObservers = [:]
        for observer in observers { observer.value() }
    }
}
