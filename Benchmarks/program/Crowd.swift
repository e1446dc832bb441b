// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import DBus
import TestSupport

/// Many connections that hear of conversations, on a loop of their own.
final class Crowd {
    private let loop = EventLoop()
    private var connections: [Bus] = []

    init(of count: Int, on session: PrivateBus) async throws {
        loop.start()
        let subscribe = MethodAddress(
            destination: ContractNames.bus, path: ContractNames.path, interface: ContractNames.conversations,
            member: "Subscribe")
        for _ in 0..<count {
            let bus = try await session.connect(loop)
            try await bus.call(subscribe, deadline: .seconds(30))
            connections.append(bus)
        }
    }

    func leave() async {
        for bus in connections { await bus.close() }
        loop.stop()
    }
}
