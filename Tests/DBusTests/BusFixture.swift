// SPDX-License-Identifier: Apache-2.0
import DBus
import TestSupport

/// A private bus and a loop, both ended after the body.
struct BusFixture: Sendable {
    let loop: EventLoop
    let daemon: PrivateBus

    static func run(_ body: (BusFixture) async throws -> Void) async throws {
        let fixture = BusFixture(loop: EventLoop(), daemon: try PrivateBus())
        fixture.loop.start()
        defer { fixture.loop.stop() }
        try await body(fixture)
    }

    func connect() async throws -> Bus {
        let bus = try await daemon.connect(loop)
        try await bus.ping(deadline: second)
        return bus
    }
}
