// SPDX-License-Identifier: Apache-2.0

extension Bus {
    /// Most signals that wait in one stream; a stream whose consumer is further behind ends.
    package static let signalBufferLimit = 4096

    /// Emits a signal to everybody who asked for it, or to one connection alone.
    /// Throws `DBusError`: `disconnected`, `limitsExceeded` if the other side does not read.
    package func emit<each A: DBusType>(
        _ signal: SignalAddress, _ arguments: repeat each A, to destination: String? = nil
    ) throws {
        let message = try connection.makeSignal(signal, to: destination)
        var writer = MessageWriter(message.pointer)
        repeat try (each arguments).write(to: &writer)
        try connection.send(message)
    }

    /// Emits a signal to some connections, each by its name; it is written once. On a connection to a peer that is the one
    /// that gets it. Throws `DBusError` when it cannot be written.
    package func emit<each A: DBusType>(
        _ signal: SignalAddress, _ arguments: repeat each A, toEach destinations: [String]
    ) throws {
        guard !connection.isPeer, destinations.count > 1 else {
            return try destinations.forEach { try emit(signal, repeat each arguments, to: $0) }
        }
        let original = try connection.makeSignal(signal, to: nil)
        var writer = MessageWriter(original.pointer)
        repeat try (each arguments).write(to: &writer)
        try original.seal()
        for destination in destinations {
            let copy = try connection.makeSignal(signal, to: destination)
            try copy.append(contentsOf: original)
            // One that does not read, or has gone, gets nothing; the others do.
            try? connection.send(copy)
        }
    }

    /// The signals that fit, from when this returns until the bus closes. Throws `DBusError`.
    ///
    /// The stream also ends when its consumer is `signalBufferLimit` signals behind, for it then has lost some.
    package func signals(_ match: SignalMatch) async throws -> AsyncStream<SignalMessage> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: SignalMessage.self, bufferingPolicy: .bufferingOldest(Self.signalBufferLimit))
        let id = try subscribe(match) { _, signal in
            if case .dropped = continuation.yield(signal) { continuation.finish() }
        } end: {
            continuation.finish()
        }
        continuation.onTermination = { [weak self, loop] _ in
            loop.post { [weak self] in self?.assumeIsolated { $0.unsubscribe(id) } }
        }
        if asksBus(for: match) {
            do { try await callBus("AddMatch", try match.rule) } catch {
                unsubscribe(id)
                throw error
            }
        }
        return stream
    }

    /// Calls the body with every signal that fits, on the loop and in order, until the subscription is let go.
    ///
    /// Signals sent after the bus has handled what was sent so far are seen. Throws `DBusError`.
    package func onSignal(
        _ match: SignalMatch, _ body: @escaping @Sendable (isolated Bus, SignalMessage) -> Void
    ) throws -> Subscription {
        let id = try subscribe(match, body, end: {})
        if asksBus(for: match) { try tellBus("AddMatch", try match.rule) }
        return Subscription(loop: loop) { [weak self] in self?.assumeIsolated { $0.unsubscribe(id) } }
    }

    private func subscribe(
        _ match: SignalMatch, _ body: @escaping @Sendable (isolated Bus, SignalMessage) -> Void,
        end: @escaping @Sendable () -> Void
    ) throws -> UInt64 {
        _ = try connection.open
        _ = try match.rule
        if let name = match.watchedName, !connection.isPeer { try retain(name: name) }
        lastSubscription += 1
        subscriptions.append(SignalSubscription(id: lastSubscription, match: match, body: body, end: end))
        return lastSubscription
    }

    private func unsubscribe(_ id: UInt64) {
        guard let index = subscriptions.firstIndex(where: { $0.id == id }) else { return }
        let match = subscriptions.remove(at: index).match
        guard !connection.isPeer, !isClosed else { return }
        if asksBus(for: match), let rule = try? match.rule { try? tellBus("RemoveMatch", rule) }
        if let name = match.watchedName { release(name: name) }
    }

    private func asksBus(for match: SignalMatch) -> Bool { !connection.isPeer && !match.isAddressed }

    func endSubscriptions() {
        let ends = subscriptions.map(\.end) + names.values.flatMap { $0.observers.values.map(\.end) }
        subscriptions = []
        names = [:]
        for end in ends { end() }
    }

    func deliver(_ message: Message) {
        var signal = SignalMessage(headOf: message)
        let isAboutNames = isOwnerChange(signal)
        let interested = subscriptions.filter { $0.match.fitsHead(of: signal) && comesFrom($0.match, signal) }
        // Anybody can send us a signal of any size: one that nobody asked for is not read.
        guard isAboutNames || !interested.isEmpty, let body = SignalMessage.body(of: message) else { return }
        signal.body = body
        if isAboutNames { noteOwner(signal) }
        for subscription in interested where subscription.match.fitsBody(of: signal) {
            subscription.body(self, signal)
        }
    }

    /// A bus also delivers signals that somebody sent to us alone, whatever we asked for: so senders are checked here.
    private func comesFrom(_ match: SignalMatch, _ signal: SignalMessage) -> Bool {
        guard !connection.isPeer, let sender = match.sender else { return true }
        guard let name = match.watchedName else { return sender == signal.sender }
        return signal.sender != nil && names[name]?.owner == .some(signal.sender)
    }
}

extension SignalMatch {
    /// The well-known name whose owner counts.
    fileprivate var watchedName: String? {
        guard let sender, !sender.hasPrefix(":"), sender != "org.freedesktop.DBus" else { return nil }
        return sender
    }
}

extension SignalMessage {
    fileprivate init(headOf message: Message) {
        self.init(
            path: ObjectPath(checked: message.path), interface: message.interface, member: message.member,
            sender: message.sender, body: [])
    }

    /// Nil for a body that passes a limit.
    fileprivate static func body(of message: Message) -> [Variant]? {
        var reader = MessageReader(message.pointer)
        var body: [Variant] = []
        do {
            while try reader.peek() != nil { body.append(try Variant.readContent(from: &reader)) }
        } catch {
            return nil
        }
        return body
    }
}
