// SPDX-License-Identifier: Apache-2.0
@_exported public import ConversationContract
package import DBus
@_exported public import Telephony

/// An app's end of the bus: calls as functions, changes as a stream, one error type.
///
/// It runs on the loop of its connection. A call after the bus or the daemon went finds them again by itself;
/// the daemon is started by the bus when it is not running. All functions throw `TelephonyError`.
package actor ConversationClient {
    /// The loop of its connection, on which it runs.
    package nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let address: BusAddress
    var link: Link?
    /// Requests that wait for their response, by the request's path.
    var waiting: [ObjectPath: CheckedContinuation<Response, any Error>] = [:]
    /// Tokens of requests whose reply has not been taken up, with what came before that: the response, or the daemon's end.
    var early: [String: Result<Response, any Error>?] = [:]
    var observers: [UInt64: Observer] = [:]
    var lastObserver: UInt64 = 0

    /// A connection and what hangs on it.
    struct Link {
        let bus: Bus
        var subscriptions: [Subscription] = []
    }

    /// How long an answer may take that waits for nobody.
    package static let deadline = Duration.seconds(10)

    /// Connects when it is first used.
    ///
    /// - Parameter address: the session bus, or a peer that serves in this process (then there is no reconnecting).
    package init(_ address: BusAddress = .session, loop: EventLoop) {
        self.address = address
        self.loop = loop
    }

    deinit {
        for observer in observers.values { observer.continuation.finish() }
    }

    /// Ends the connection; streams of events end.
    package func close() async {
        await link?.bus.close()
        link = nil
        for observer in observers.values { observer.continuation.finish() }
        observers = [:]
    }

    /// Calls a method of the daemon and returns its results.
    func call<each Argument: DBusType, each Output: DBusType>(
        _ interface: String, _ member: String, _ arguments: repeat each Argument, deadline: Duration = deadline,
        autoStart: Bool = true, returning types: repeat (each Output).Type
    ) async throws -> (repeat each Output) {
        try await translatingErrors {
            let method = MethodAddress(
                destination: isPeer ? nil : ContractNames.bus, path: ContractNames.path, interface: interface,
                member: member)
            return try await connected().call(
                method, repeat each arguments, deadline: deadline, autoStart: autoStart, returning: repeat each types)
        }
    }

    /// Runs something on the bus and words its errors for the caller.
    func translatingErrors<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as DBusError {
            throw TelephonyError(fromBus: error)
        }
    }

    var isPeer: Bool {
        if case .peer = address { true } else { false }
    }

    /// The open connection, made anew when the last one went.
    func connected() async throws -> Bus {
        if let bus = link?.bus, await !bus.isClosed { return bus }
        if link != nil, isPeer { throw DBusError(DBusError.disconnected, "the peer has gone") }
        let bus = try openBus()
        link = Link(bus: bus)
        do {
            link?.subscriptions = try await watch(bus)
        } catch {
            // A connection that follows nothing would be taken for a good one from now on.
            link = nil
            await bus.close()
            throw error
        }
        await bus.start()
        return bus
    }

    private func openBus() throws -> Bus {
        do {
            return try Bus(address, loop: loop)
        } catch let error as DBusError {
            throw TelephonyError(
                .daemonUnavailable,
                "there is no session bus (\(error.message)); log in to a session, or use dbus-run-session")
        }
    }

    private func watch(_ bus: Bus) async throws -> [Subscription] {
        let sender = isPeer ? nil : ContractNames.bus
        var subscriptions: [Subscription] = []
        let signals: [(String, String)] = [
            (ContractNames.request, "Response"), (ContractNames.telephony, "ServicesChanged"),
            (ContractNames.conversations, "Changed"), (ContractNames.history, "Changed"),
            (ContractNames.roles, "Changed"), (ContractNames.codes, "Message"), (ContractNames.codes, "SessionEnded"),
        ]
        for (interface, member) in signals {
            let match = SignalMatch(sender: sender, interface: interface, member: member)
            subscriptions.append(
                try await bus.onSignal(match) { [weak self] _, signal in self?.assumeIsolated { $0.receive(signal) } })
        }
        guard !isPeer else { return subscriptions }
        subscriptions.append(
            try await bus.onOwnerChange(of: ContractNames.bus) { [weak self] owner in
                self?.assumeIsolated { $0.daemonChanged(isThere: owner != nil) }
            } end: { [weak self] in
                self?.assumeIsolated { $0.connectionEnded() }
            })
        return subscriptions
    }

    private func receive(_ signal: SignalMessage) {
        switch (signal.interface, signal.member) {
        case (ContractNames.request, _): receiveResponse(signal)
        case (ContractNames.telephony, _):
            if let services = try? signal.read(as: [ServiceInfo].self) { tell(.services(services), about: .services) }
        case (ContractNames.conversations, _):
            if let conversation = try? signal.read(as: ConversationInfo.self) {
                tell(.conversation(conversation), about: .conversations)
            }
        case (ContractNames.history, _): tell(.history, about: .history)
        case (ContractNames.roles, _):
            if let roles = try? signal.read(as: [RoleInfo].self) { tell(.roles(roles), about: .roles) }
        case (ContractNames.codes, "SessionEnded"):
            if let session = try? signal.read(as: String.self) { tell(.codeEnded(session), about: .codes) }
        case (ContractNames.codes, _): receiveMessage(signal)
        default: break
        }
    }

    private func connectionEnded() {
        failWaiting(TelephonyError(.connectionLost, "the connection to the bus was lost; try again"))
        for observer in observers.values { observer.continuation.yield(.daemonGone) }
    }

    func failWaiting(_ error: TelephonyError) {
        let failed = waiting
        waiting = [:]
        for continuation in failed.values { continuation.resume(throwing: error) }
        // The reply of these may be there already, and its task has yet to see it.
        for (token, outcome) in early where outcome == nil { early[token] = .failure(error) }
    }
}
