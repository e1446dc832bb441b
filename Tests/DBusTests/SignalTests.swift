// SPDX-License-Identifier: Apache-2.0
import DBus
import TestSupport
import Testing

@Suite("Signals between peers", .timeLimit(.minutes(10)))
struct SignalTests {
    static let changed = SignalAddress(path: testPath, interface: testInterface, member: "Changed")

    @Test("A stream gets the signals that fit, in order, and ends with the bus")
    func stream() async throws {
        try await PeerPair.run(exporting: { _ in }) { pair in
            let stream = try await pair.client.signals(SignalMatch(interface: testInterface, member: "Changed"))
            for number in 0..<3 { try await pair.server.emit(Self.changed, "a", UInt32(number)) }
            try await pair.server.emit(SignalAddress(path: testPath, interface: testInterface, member: "Other"))
            try await pair.client.ping(deadline: second)
            await pair.client.close()
            var numbers: [UInt32] = []
            for await signal in stream { numbers.append(try signal.read(as: String.self, UInt32.self).1) }
            #expect(numbers == [0, 1, 2])
        }
    }
}
