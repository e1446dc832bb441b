// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import DBus
import Synchronization
import TestSupport

/// A client of another version on a connection of its own.
struct PinnedClient: Sendable {
    let age: Age
    let bus: Bus
    let responses: EventQueue<SignalMessage>
    let signals: EventQueue<SignalMessage>
    private let used = Mutexed()

    init(_ age: Age, on bus: Bus) async throws {
        self.age = age
        self.bus = bus
        responses = EventQueue(
            try await bus.signals(SignalMatch(sender: ContractNames.bus, interface: "org.dialtone.Request1")))
        signals = EventQueue(
            try await bus.signals(SignalMatch(sender: ContractNames.bus, path: "/org/dialtone/Dialtone1")))
    }

    /// Which methods it has called.
    var members: Set<String> { used.members }

    /// Calls a method with literal types, as a program that is out there does.
    func call<each Argument: DBusType, each Output: DBusType>(
        _ interface: String, _ member: String, _ arguments: repeat each Argument,
        returning types: repeat (each Output).Type
    ) async throws -> (repeat each Output) {
        used.note("org.dialtone.\(interface) method \(member)")
        let method = MethodAddress(
            destination: "org.dialtone.Dialtone1", path: "/org/dialtone/Dialtone1",
            interface: "org.dialtone.\(interface)", member: member)
        return try await bus.call(
            method, repeat each arguments, deadline: .seconds(30), returning: repeat each types)
    }

    /// The results of a request of that token, which has to succeed.
    func results(of token: String) async throws -> Pinned.Details {
        let name = await bus.uniqueName ?? ""
        let sender = String(name.dropFirst().map { $0 == "." ? "_" : $0 })
        let path = "/org/dialtone/Dialtone1/request/\(sender)/\(token)"
        let response = try await responses.first { $0.path.rawValue == path ? $0 : nil }
        let (code, results) = try response.read(as: UInt32.self, Pinned.Details.self)
        guard code == 0 else { throw DBusError(results["error"]?.string ?? "?") }
        return results
    }

    /// The next signal of that name.
    func signal(_ interface: String, _ member: String) async throws -> SignalMessage {
        try await signals.first { $0.interface == "org.dialtone.\(interface)" && $0.member == member ? $0 : nil }
    }

    private final class Mutexed: Sendable {
        private let names = Mutex<Set<String>>([])
        func note(_ name: String) { names.withLock { _ = $0.insert(name) } }
        var members: Set<String> { names.withLock(\.self) }
    }
}
