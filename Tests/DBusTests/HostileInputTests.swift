// SPDX-License-Identifier: Apache-2.0
import DBus
import TestSupport
import Testing

@Suite("Input that does not fit", .timeLimit(.minutes(10)))
struct HostileInputTests {
    @Test("Arguments of other types are refused, and the bus goes on")
    func wrongArguments() async throws {
        try await PeerPair.run(exporting: { try $0.export(CallTests.interface, at: testPath) }) { pair in
            for call in [
                { try await pair.client.call(method("One"), UInt32(1), deadline: second) },
                { try await pair.client.call(method("One"), deadline: second) },
                { try await pair.client.call(method("One"), "a", "b", deadline: second) },
                { try await pair.client.call(method("None"), "a", deadline: second) },
            ] {
                let error = await #expect(throws: DBusError.self) { try await call() }
                #expect(error?.name == DBusError.invalidArguments)
            }
            try await pair.client.call(method("None"), deadline: second)
        }
    }

    @Test("An answer of other types is an error")
    func wrongResults() async throws {
        try await PeerPair.run(exporting: { try $0.export(CallTests.interface, at: testPath) }) { pair in
            for call in [
                { _ = try await pair.client.call(method("One"), "a", deadline: second, returning: UInt32.self) },
                { _ = try await pair.client.call(method("One"), "a", deadline: second, returning: Variant.self) },
                { _ = try await pair.client.call(method("One"), "a", deadline: second, returning: [String].self) },
                {
                    _ = try await pair.client.call(
                        method("One"), "a", deadline: second, returning: String.self, String.self)
                },
            ] {
                let error = await #expect(throws: DBusError.self) { try await call() }
                #expect(error?.name == DBusError.invalidArguments)
            }
        }
    }

    @Test("Signals of other types are delivered as what they are, and reading them as others throws")
    func wrongSignals() async throws {
        try await PeerPair.run(exporting: { _ in }) { pair in
            let stream = try await pair.client.signals(SignalMatch(member: "Changed"))
            try await pair.server.emit(
                SignalTests.changed, [1.5, 2.5], Variant.int16(3), Row(id: "a", number: 1, tags: []))
            let signal = try #require(await first(of: stream))
            #expect(
                signal.body == [
                    .array("d", [.double(1.5), .double(2.5)]), .variant(.int16(3)),
                    .structure([.string("a"), .uint32(1), .array("s", [])]),
                ])
            #expect(throws: DBusError.self) { try signal.read(as: String.self) }
            #expect(throws: DBusError.self) { try signal.read(as: [Int32].self) }
            let (numbers, variant, row) = try signal.read(as: [Double].self, Variant.self, Row.self)
            #expect(numbers == [1.5, 2.5])
            #expect(variant == .int16(3))
            #expect(row == Row(id: "a", number: 1, tags: []))
        }
    }

    static let odd =
        ["\0", "a\0b", "a\0"]
        + [0xFFFE, 0xFFFF, 0xFDD0, 0x1FFFF].compactMap { Unicode.Scalar($0 as UInt32).map { "a\($0)b" } }

    @Test("What a text cannot carry arrives as U+FFFD", arguments: odd)
    func notCarried(text: String) async throws {
        try await PeerPair.run(exporting: { try $0.export(LimitTests.echo, at: testPath) }) { pair in
            let back = try await pair.client.call(
                method("Echo"), Variant.string(text), deadline: second, returning: Variant.self)
            let read = try #require(back.string)
            #expect(read.unicodeScalars.count == text.unicodeScalars.count)
            #expect(zip(read.unicodeScalars, text.unicodeScalars).allSatisfy { $0 == $1 || $0 == "\u{FFFD}" })
        }
    }

    @Test(
        "Bytes that are no D-Bus end the connection and nothing else",
        arguments: ["GET / HTTP/1.1\r\n\r\n", "\0AUTH\r\n"])
    func garbage(bytes: String) async throws {
        let (near, far) = try PeerPair.sockets()
        let loop = EventLoop()
        loop.start()
        defer { loop.stop() }
        let bus = try Bus(.peer(descriptor: near, isServer: true), loop: loop)
        await bus.start()
        RawSocket.write(bytes, to: far)
        RawSocket.close(far)
        await bus.waitUntilClosed()
        #expect(await bus.isClosed)
    }

    @Test("Only paths are paths", arguments: ["", "a", "/a/", "//", "/a//b", "/a b", "/ä", "/a\0"])
    func paths(text: String) {
        #expect(throws: DBusError.self) { try ObjectPath(text) }
    }
}
