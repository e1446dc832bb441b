// SPDX-License-Identifier: Apache-2.0

extension Bus {
    static let busName = "org.freedesktop.DBus"

    /// Calls the body with the owner of a name as soon as it is known and at every change, on the loop and in order.
    package func onOwnerChange(
        of name: String, _ body: @escaping @Sendable (String?) -> Void,
        end: @escaping @Sendable () -> Void = {}
    ) throws -> Subscription {
        guard !connection.isPeer else { throw DBusError(DBusError.failed, "a connection to a peer has no names") }
        try retain(name: name)
        lastSubscription += 1
        let id = lastSubscription
        names[name]?.observers[id] = NameWatch.Observer(body: body, end: end)
        if case .some(let owner) = names[name]?.owner { body(owner) }
        return Subscription(loop: loop) { [weak self] in
            self?.assumeIsolated { bus in
                if bus.names[name]?.observers.removeValue(forKey: id) != nil { bus.release(name: name) }
            }
        }
    }

    func retain(name: String) throws {
        if names[name] == nil {
            try tellBus("AddMatch", try Self.ownerRule(name))
            try askOwner(of: name)
            names[name] = NameWatch()
        }
        names[name]?.users += 1
    }

    func release(name: String) {
        guard let users = names[name]?.users else { return }
        guard users == 1 else {
            names[name]?.users = users - 1
            return
        }
        names[name] = nil
        if let rule = try? Self.ownerRule(name) { try? tellBus("RemoveMatch", rule) }
    }

    /// Whether it is NameOwnerChanged, from the bus itself.
    func isOwnerChange(_ signal: SignalMessage) -> Bool {
        !connection.isPeer && signal.sender == Self.busName && signal.member == "NameOwnerChanged"
            && signal.interface == Self.busName
    }

    /// Follows NameOwnerChanged.
    func noteOwner(_ signal: SignalMessage) {
        guard let (name, _, new) = try? signal.read(as: String.self, String.self, String.self) else { return }
        // What comes before the answer to our question is older than the answer.
        guard let watch = names[name], watch.owner != nil else { return }
        setOwner(new.isEmpty ? nil : new, of: name)
    }

    private func setOwner(_ owner: String?, of name: String) {
        names[name]?.owner = .some(owner)
        for observer in names[name]?.observers.values.map(\.body) ?? [] { observer(owner) }
    }

    /// Answered in a callback and not to a task, so that no signal overtakes the answer.
    private func askOwner(of name: String) throws {
        let message = try connection.makeCall(Self.busMethod("GetNameOwner"))
        var writer = MessageWriter(message.pointer)
        try writer.append(name)
        try connection.call(message, deadline: Self.housekeepingDeadline) { [weak self] result in
            let owner = try? result.get()
            let name = name
            let unique = owner.flatMap { reply in
                var reader = MessageReader(reply.pointer)
                return try? String(from: &reader)
            }
            self?.assumeIsolated { bus in
                if !bus.isClosed { bus.setOwner(unique, of: name) }
            }
        }
    }

    private static func ownerRule(_ name: String) throws -> String {
        try SignalMatch(
            sender: busName, path: "/org/freedesktop/DBus", interface: busName, member: "NameOwnerChanged", arg0: name
        ).rule
    }

    private static func busMethod(_ member: String) -> MethodAddress {
        MethodAddress(destination: busName, path: "/org/freedesktop/DBus", interface: busName, member: member)
    }

    /// Calls the bus.
    func callBus<each A: DBusType, each R: DBusType>(
        _ member: String, _ arguments: repeat each A, returning types: repeat (each R).Type
    ) async throws -> (repeat each R) {
        guard !connection.isPeer else { throw DBusError(DBusError.failed, "a connection to a peer has no names") }
        return try await call(
            Self.busMethod(member), repeat each arguments, deadline: Self.housekeepingDeadline,
            returning: repeat each types)
    }

    /// Calls the bus without waiting for the answer.
    func tellBus(_ member: String, _ argument: String) throws {
        let message = try connection.makeCall(Self.busMethod(member))
        message.expectNoReply()
        var writer = MessageWriter(message.pointer)
        try writer.append(argument)
        try connection.send(message)
    }
}
