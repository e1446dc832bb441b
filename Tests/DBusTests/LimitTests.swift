import TestSupport
import Testing

// SPDX-License-Identifier: Apache-2.0
@testable import DBus

@Suite("Limits", .timeLimit(.minutes(1)))
struct LimitTests {
    @Test("Calls beyond the limit of one caller are refused")
    func callsInFlight() async throws {
        let gate = Gate()
        let limit = Bus.maximumCallsInFlightPerSender
        try await PeerPair.run(exporting: { try $0.export(EndingTests.waiting(gate), at: testPath) }) { pair in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<limit {
                    group.addTask { try await pair.client.call(method("Wait"), deadline: .seconds(60)) }
                }
                await gate.waitForArrivals(limit)
                let error = await #expect(throws: DBusError.self) {
                    try await pair.client.call(method("Quick"), deadline: second)
                }
                #expect(error?.name == DBusError.limitsExceeded)
                await gate.open()
                try await group.waitForAll()
            }
            try await pair.client.call(method("Quick"), deadline: second)
        }
    }

    @Test("Calls beyond the limit of a bus are refused except a sender's first, and ended ones make room")
    func ledger() {
        var ledger = CallLedger()
        let perSender = Bus.maximumCallsInFlightPerSender
        for number in 0..<Bus.maximumCallsInFlight {
            let isTaken = ledger.begin(":1.\(number / perSender)")
            #expect(isTaken)
        }
        let first = ledger.begin(":1.999")
        let second = ledger.begin(":1.999")
        #expect(first && !second)
        ledger.end(":1.0")
        ledger.end(":1.0")
        let afterSomeEnded = ledger.begin(":1.999")
        #expect(afterSomeEnded)
    }

    @Test("A stream whose consumer is too far behind ends")
    func signalBuffer() async throws {
        try await PeerPair.run(exporting: { _ in }) { pair in
            let stream = try await pair.client.signals(SignalMatch(member: "Changed"))
            for number in 0...UInt32(Bus.signalBufferLimit) {
                try await pair.server.emit(SignalTests.changed, number)
                if number % 256 == 0 { try await pair.client.ping(deadline: second) }
            }
            try await pair.client.ping(deadline: second)
            var count = 0
            for await _ in stream { count += 1 }
            #expect(count == Bus.signalBufferLimit)
        }
    }

    @Test("A message to a peer that does not read is refused in the end")
    func queue() async throws {
        let (near, far) = try PeerPair.sockets()
        let loop = EventLoop()
        loop.start()
        defer { loop.stop() }
        let deaf = FileDescriptor(owning: far)
        let bus = try Bus(.peer(descriptor: near, isServer: true), loop: loop)
        await bus.start()
        let error = await #expect(throws: DBusError.self) {
            for _ in 0..<100_000 { try await bus.emit(SignalTests.changed, "text") }
        }
        #expect(error?.name == DBusError.limitsExceeded)
        await bus.close()
        withExtendedLifetime(deaf) {}
    }

    static let echo = Interface(
        testInterface,
        methods: [
            Method("Echo") { (_: CallContext, value: Variant) in value },
            Method("Text") { (_: CallContext, value: String) in UInt32(value.utf8.count) },
            Method("Bytes") { (_: CallContext, value: [UInt8]) in UInt32(value.count) },
        ])

    static func nested(_ depth: Int) -> Variant {
        (1..<depth).reduce(Variant.byte(1)) { value, _ in .variant(value) }
    }

    @Test("Variants inside variants are carried up to a depth and refused beyond, on both sides")
    func depth() async throws {
        try await PeerPair.run(exporting: { try $0.export(Self.echo, at: testPath) }) { pair in
            let deep = Self.nested(Variant.maximumDepth)
            let back = try await pair.client.call(method("Echo"), deep, deadline: second, returning: Variant.self)
            #expect(back == deep)
            let error = await #expect(throws: DBusError.self) {
                try await pair.client.call(method("Echo"), Self.nested(Variant.maximumDepth + 1), deadline: second)
            }
            #expect(error?.name == DBusError.limitsExceeded)
        }
    }

    @Test("A text of the greatest length arrives, a longer one is refused", arguments: [0, 1])
    func text(excess: Int) async throws {
        try await PeerPair.run(exporting: { try $0.export(Self.echo, at: testPath) }) { pair in
            let text = String(repeating: "x", count: MessageReader.maximumTextBytes + excess)
            let call = { () async throws -> UInt32 in
                try await pair.client.call(method("Text"), text, deadline: second, returning: UInt32.self)
            }
            if excess == 0 {
                let count = try await call()
                #expect(count == UInt32(MessageReader.maximumTextBytes))
            } else {
                let error = await #expect(throws: DBusError.self) { _ = try await call() }
                #expect(error?.name == DBusError.limitsExceeded)
            }
        }
    }

    @Test("A message of too many values is refused", arguments: [0, 1])
    func values(excess: Int) async throws {
        try await PeerPair.run(exporting: { try $0.export(Self.echo, at: testPath) }) { pair in
            // The array is a value too.
            let bytes = [UInt8](repeating: 7, count: MessageReader.maximumValues - 1 + excess)
            let call = { () async throws -> UInt32 in
                try await pair.client.call(method("Bytes"), bytes, deadline: second, returning: UInt32.self)
            }
            if excess == 0 {
                let count = try await call()
                #expect(count == UInt32(bytes.count))
            } else {
                let error = await #expect(throws: DBusError.self) { _ = try await call() }
                #expect(error?.name == DBusError.limitsExceeded)
            }
        }
    }

    @Test("Many arrays within the limit are refused together")
    func manyArrays() async throws {
        try await PeerPair.run(exporting: { try $0.export(Self.echo, at: testPath) }) { pair in
            let half = Variant.bytes([UInt8](repeating: 7, count: MessageReader.maximumValues / 2))
            let both = Variant.array("ay", [half, half])
            let error = await #expect(throws: DBusError.self) {
                try await pair.client.call(method("Echo"), both, deadline: second, returning: Variant.self)
            }
            #expect(error?.name == DBusError.limitsExceeded)
        }
    }

    @Test("Requests of one caller are bounded")
    func requests() async throws {
        let gate = Gate()
        try await RequestTests.withService(gate) { pair in
            for number in 0..<Requests.maximumPerSender {
                _ = try await pair.client.call(
                    method("Ask"), "t\(number)", deadline: second, returning: ObjectPath.self)
            }
            let error = await #expect(throws: DBusError.self) {
                try await pair.client.call(method("Ask"), "one", deadline: second, returning: ObjectPath.self)
            }
            #expect(error?.name == DBusError.limitsExceeded)
            await gate.open()
        }
    }
}
