import TestSupport
import Testing

// SPDX-License-Identifier: Apache-2.0
@testable import DBus

@Suite("Limits", .timeLimit(.minutes(10)))
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
    func ledger() throws {
        var ledger = CallLedger()
        let perSender = Bus.maximumCallsInFlightPerSender
        var tickets: [CallLedger.Ticket] = []
        for number in 0..<Bus.maximumCallsInFlight {
            let ticket = ledger.begin(":1.\(number / perSender)")
            tickets.append(try #require(ticket))
        }
        let first = ledger.begin(":1.999")
        let second = ledger.begin(":1.999")
        #expect(first != nil && second == nil)
        ledger.end(tickets[0])
        ledger.end(tickets[1])
        let afterSomeEnded = ledger.begin(":1.999")
        #expect(afterSomeEnded != nil)
    }

    private static var strictLedger: CallLedger {
        var ledger = CallLedger()
        ledger.limitsBursts = true
        return ledger
    }

    @Test("Who waits for the answers is never refused, however fast they come")
    func inTurn() throws {
        var ledger = Self.strictLedger
        for _ in 0..<10 * Bus.maximumBurst {
            let ticket = ledger.begin(":1.1")
            ledger.end(try #require(ticket))
        }
    }

    @Test("Who does not wait is refused after a burst, with others on the account, and heard again after a rest")
    func burst() throws {
        var ledger = Self.strictLedger
        let senders = (0..<8).map { ":1.\($0)" }
        for sender in senders { ledger.bill(sender, CallLedger.Bill(account: "org.example.app", weight: 1)) }
        let first = ledger.begin(senders[0])
        for number in 0..<Bus.maximumBurst {
            let ticket = ledger.begin(senders[number % senders.count])
            ledger.end(try #require(ticket))
        }
        let another = ledger.begin(senders[3])
        let somebodyElse = ledger.begin(":1.99")
        #expect(first != nil && another == nil && somebodyElse != nil)
        let rested = ledger.begin(senders[3], at: Bus.timeToRest)
        let oneTooMany = ledger.begin(senders[4], at: Bus.timeToRest)
        let longAfter = ledger.begin(senders[4], at: .seconds(60))
        #expect(rested != nil && oneTooMany == nil && longAfter != nil)
    }

    @Test("A call that weighs more uses up more of the burst")
    func weight() throws {
        var ledger = Self.strictLedger
        ledger.bill(":1.1", CallLedger.Bill(account: "?", weight: 8))
        let tickets = (0...Bus.maximumBurst / 8 + 1).map { _ in ledger.begin(":1.1") }
        #expect(tickets.dropLast().allSatisfy { $0 != nil } && tickets.last == .some(nil))
    }

    @Test("Newcomers share one burst, and each is heard once whatever the others do")
    func newcomers() throws {
        var ledger = Self.strictLedger
        for _ in 0..<Bus.maximumBurst {
            let ticket = ledger.begin(":1.1")
            _ = try #require(ticket)
        }
        let ofSecond = (0..<3).map { _ in ledger.begin(":1.2") }
        let ofThird = (0..<2).map { _ in ledger.begin(":1.3") }
        #expect(ofSecond[0] != nil && ofSecond[2] == nil)
        #expect(ofThird[0] != nil && ofThird[1] == nil)
    }

    @Test("A stream whose consumer is too far behind ends")
    func signalBuffer() async throws {
        try await PeerPair.run(exporting: { _ in }) { pair in
            let stream = try await pair.client.signals(SignalMatch(member: "Changed"))
            // In blocks that the connection between peers takes at once.
            for start in stride(from: 0, through: Bus.signalBufferLimit, by: 256) {
                try await pair.server.emit(min(256, Bus.signalBufferLimit + 1 - start))
                try await pair.client.ping(deadline: .seconds(60))
            }
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
            try await bus.emit(100_000)
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

extension Bus {
    /// Emits a signal many times, in one step: a machine that has other work too would take a minute for the hops.
    fileprivate func emit(_ count: Int) throws {
        for number in 0..<count { try emit(SignalTests.changed, UInt32(number)) }
    }
}
