// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing

@testable import DBus

@Suite("Floods over a bus", .timeLimit(.minutes(3)), .enabled(if: PrivateBus.program != nil, "needs dbus-daemon"))
struct FloodTests {
    @Test("Answers wait for a bus that stands still, and the connection outlives it")
    func fullQueue() async throws {
        try await BusFixture.run { fixture in
            let gate = Gate()
            let server = try await fixture.connect()
            try await server.export(EndingTests.waiting(gate), at: testPath)
            let client = try await fixture.connect()
            let wait = await address("Wait", of: server)
            async let answer: Void = client.call(wait, deadline: .seconds(150))
            await gate.waitForArrivals(1)
            kill(fixture.daemon.pid, SIGSTOP)
            let error = await #expect(throws: DBusError.self) {
                for _ in 0..<100_000 { try await server.emit(SignalTests.changed, "text") }
            }
            #expect(error?.name == DBusError.limitsExceeded)
            await gate.open()
            while await server.connection.queuedMessages <= Connection.maximumQueuedMessages { try await pause() }
            #expect(await !server.isClosed)
            kill(fixture.daemon.pid, SIGCONT)
            try await answer
            try await client.call(await address("Quick", of: server), deadline: .seconds(150))
        }
    }

    private func address(_ member: String, of server: Bus) async -> MethodAddress {
        MethodAddress(
            destination: await server.uniqueName, path: testPath, interface: testInterface, member: member)
    }

    @Test("Descriptors that nobody asked for do not get to us, and the connection stays")
    func descriptors() async throws {
        try await BusFixture.run { fixture in
            let server = try await fixture.connect()
            let client = try await fixture.connect()
            try await server.export(
                Interface(testInterface, methods: [Method("Take") { (_: CallContext, _: Variant) in }]), at: testPath)
            let address = await address("Take", of: server)
            let (near, far) = try PeerPair.sockets()
            defer { close(far) }
            await #expect(throws: DBusError.self) {
                try await client.call(address, Variant.descriptor(FileDescriptor(owning: near)), deadline: second)
            }
            try await client.call(address, Variant.byte(1), deadline: second)
        }
    }

    @Test("A signal that nobody asked for is not read, whatever is in it")
    func unwantedSignals() async throws {
        try await BusFixture.run { fixture in
            let listener = try await fixture.connect()
            let sender = try await fixture.connect()
            let wanted = try await listener.signals(SignalMatch(interface: testInterface, member: "Changed"))
            let name = await listener.uniqueName
            let unwanted = SignalAddress(path: testPath, interface: "org.dialtone.Other", member: "Changed")
            try await sender.emit(unwanted, [[UInt8](repeating: 0, count: 1 << 20)], to: name)
            try await sender.emit(SignalTests.changed, [[UInt8](repeating: 0, count: 1 << 20)], to: name)
            try await sender.emit(SignalTests.changed, UInt32(1), to: name)
            let signal = try #require(await first(of: wanted))
            #expect(try signal.read(as: UInt32.self) == 1)
        }
    }

    @Test(
        "A folder's name is escaped in an address",
        arguments: [("/run/user/1000", "/run/user/1000"), ("/a b%", "/a%20b%25")])
    func escaping(folder: String, escaped: String) { #expect(BusAddress.escaped(folder) == escaped) }
}
