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

    private nonisolated let address: BusAddress
    var link: Link?
    var requests = PendingRequests()
    var observers: [UInt64: Observer] = [:]
    var lastObserver: UInt64 = 0
    private var background: [BackgroundWork: Task<Void, Never>] = [:]

    /// A connection and what hangs on it.
    struct Link {
        let bus: Bus
        let subscriptions: [Subscription]
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
        for task in background.values { task.cancel() }
        for observer in observers.values { observer.continuation.finish() }
    }

    /// Ends the connection; streams of events end.
    package func close() {
        let bus = link?.bus
        link = nil
        for task in background.values { task.cancel() }
        background = [:]
        for observer in observers.values { observer.continuation.finish() }
        observers = [:]
        bus?.assumeIsolated { $0.close() }
    }

    /// Works beside the calls, in place of earlier work of the kind, until it is done or the client closes.
    func inBackground(_ kind: BackgroundWork, _ work: @escaping @Sendable () async -> Void) {
        background[kind]?.cancel()
        background[kind] = Task(executorPreference: loop) { await work() }
    }

    func endBackground(_ kind: BackgroundWork) { background.removeValue(forKey: kind)?.cancel() }

    /// What a method that takes options gets without any.
    static let noOptions: [String: Variant] = [:]

    /// Calls a method of the daemon and returns its results.
    func call<each Argument: DBusType, each Output: DBusType>(
        _ interface: String, _ member: String, _ arguments: repeat each Argument, deadline: Duration = deadline,
        autoStart: Bool = true, returning types: repeat (each Output).Type
    ) async throws -> (repeat each Output) {
        try await translatingErrors {
            try await connected().call(
                method(interface, member), repeat each arguments, deadline: deadline, autoStart: autoStart,
                returning: repeat each types)
        }
    }

    /// Runs something on the bus and words its errors for the caller.
    func translatingErrors<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch { throw Self.worded(error) }
    }

    static func worded(_ error: any Error) -> any Error {
        (error as? DBusError).map(TelephonyError.init(fromBus:)) ?? error
    }

    nonisolated func method(
        _ interface: String, _ member: String, at path: ObjectPath = ContractNames.path
    ) -> MethodAddress {
        MethodAddress(destination: isPeer ? nil : ContractNames.bus, path: path, interface: interface, member: member)
    }

    nonisolated var isPeer: Bool {
        if case .peer = address { true } else { false }
    }

    /// The open connection, made anew when the last one went: in one step, for callers come at once.
    func connected() throws -> Bus {
        if let bus = link?.bus, !bus.assumeIsolated({ $0.isClosed }) { return bus }
        if link != nil, isPeer { throw DBusError(DBusError.disconnected, "the peer has gone") }
        let bus = try openBus()
        link = Link(bus: bus, subscriptions: try bus.assumeIsolated { try follow($0) })
        return bus
    }

    private func openBus() throws -> Bus {
        do {
            return try Bus(address, loop: loop)
        } catch let error as DBusError {
            throw TelephonyError(
                .noSessionBus, "there is no session bus (\(error.message)); run it in the session of the person's login"
            )
        }
    }

    /// Signals of the daemon that are listened to on each connection.
    private static let signals: [(interface: String, member: String)] = [
        (ContractNames.request, "Response"), (ContractNames.telephony, "ServicesChanged"),
        (ContractNames.conversations, "Changed"), (ContractNames.history, "Changed"),
        (ContractNames.roles, "Changed"), (ContractNames.codes, "Message"),
        (ContractNames.codes, "SessionEnded"),
    ]

    /// Listens and starts; a connection that follows nothing would be taken for a good one from then on.
    private func follow(_ bus: isolated Bus) throws -> [Subscription] {
        do {
            var subscriptions = try Self.signals.map { interface, member in
                let match = SignalMatch(
                    sender: isPeer ? nil : ContractNames.bus, interface: interface, member: member, isAddressed: true)
                return try bus.onSignal(match) { [weak self] _, signal in self?.assumeIsolated { $0.receive(signal) } }
            }
            subscriptions.append(try bus.onClose { [weak self] in self?.assumeIsolated { $0.connectionEnded() } })
            if !isPeer {
                subscriptions.append(
                    try bus.onOwnerChange(of: ContractNames.bus) { [weak self] owner in
                        self?.assumeIsolated { $0.daemonChanged(isThere: owner != nil) }
                    })
            }
            bus.start()
            return subscriptions
        } catch {
            bus.close()
            throw error
        }
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
}
