// SPDX-License-Identifier: Apache-2.0
import DBus
import TestSupport
import Testing

@Suite("How calls end", .timeLimit(.minutes(10)))
struct EndingTests {
    static func waiting(_ gate: Gate) -> Interface {
        Interface(
            testInterface,
            methods: [
                Method("Wait") { (_: CallContext) async throws in await gate.pass() },
                Method("Quick") { (_: CallContext) async throws in },
            ])
    }

    @Test("A call ends with NoReply at its own deadline")
    func deadline() async throws {
        let gate = Gate()
        try await PeerPair.run(exporting: { try $0.export(Self.waiting(gate), at: testPath) }) { pair in
            let error = await #expect(throws: DBusError.self) {
                try await pair.client.call(method("Wait"), deadline: .milliseconds(20))
            }
            #expect(error?.name == DBusError.noReply && error?.calleeHasGone == false)
            await gate.open()
        }
    }

    @Test("A cancelled call ends at once, and the bus goes on")
    func cancellation() async throws {
        let gate = Gate()
        try await PeerPair.run(exporting: { try $0.export(Self.waiting(gate), at: testPath) }) { pair in
            await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await pair.client.call(method("Wait"), deadline: .seconds(60)) }
                await gate.waitForArrivals(1)
                group.cancelAll()
                await #expect(throws: CancellationError.self) { try await group.waitForAll() }
            }
            await gate.open()
            try await pair.client.call(method("Quick"), deadline: second)
        }
    }

    @Test("A call of a task that is cancelled already ends with CancellationError")
    func cancelledBefore() async throws {
        let gate = Gate()
        try await PeerPair.run(exporting: { try $0.export(Self.waiting(gate), at: testPath) }) { pair in
            await withThrowingTaskGroup(of: Void.self) { group in
                group.cancelAll()
                group.addTask { try await pair.client.call(method("Wait"), deadline: .seconds(60)) }
                await #expect(throws: CancellationError.self) { try await group.waitForAll() }
            }
            await gate.open()
        }
    }

    @Test("When a connection ends, from either side, waiting calls and streams end", arguments: [true, false])
    func disconnection(byServer: Bool) async throws {
        let gate = Gate()
        try await PeerPair.run(exporting: { try $0.export(Self.waiting(gate), at: testPath) }) { pair in
            let stream = try await pair.client.signals(SignalMatch())
            let client = pair.client
            async let call: Void = client.call(method("Wait"), deadline: .seconds(60))
            await gate.waitForArrivals(1)
            if byServer { await pair.server.close() } else { await pair.client.close() }
            do {
                try await call
                Issue.record("answered without an answer")
            } catch let error as DBusError {
                #expect(error.name == DBusError.disconnected)
            }
            for await _ in stream {}
            await pair.client.waitUntilClosed()
            await pair.server.waitUntilClosed()
            #expect(await pair.client.isClosed)
            let late = await #expect(throws: DBusError.self) {
                try await pair.client.call(method("Quick"), deadline: second)
            }
            #expect(late?.name == DBusError.disconnected)
            await gate.open()
        }
    }

    @Test("Waiting for the end of a bus can be cancelled")
    func cancelledWait() async throws {
        try await PeerPair.run(exporting: { _ in }) { pair in
            await withTaskGroup { group in
                group.addTask { await pair.client.waitUntilClosed() }
                group.cancelAll()
            }
            #expect(await !pair.client.isClosed)
        }
    }

    @Test("A call whose callee leaves the bus says so", .enabled(if: PrivateBus.program != nil))
    func departedCallee() async throws {
        let gate = Gate()
        try await BusFixture.run { fixture in
            let server = try await fixture.connect()
            let client = try await fixture.connect()
            try await server.export(Self.waiting(gate), at: testPath)
            let wait = MethodAddress(
                destination: await server.uniqueName, path: testPath, interface: testInterface, member: "Wait")
            async let error = #expect(throws: DBusError.self) { try await client.call(wait, deadline: .seconds(60)) }
            await gate.waitForArrivals(1)
            await server.close()
            #expect(await error?.name == DBusError.noReply)
            #expect(await error?.calleeHasGone == true)
            await gate.open()
        }
    }

    @Test("A bus may be closed from within a signal's handler")
    func closeInside() async throws {
        try await PeerPair.run(exporting: { _ in }) { pair in
            let subscription = try await pair.client.onSignal(SignalMatch(member: "Changed")) { bus, _ in bus.close() }
            try await pair.server.emit(SignalTests.changed, "a")
            await pair.client.waitUntilClosed()
            subscription.cancel()
        }
    }

    @Test("A bus that was never started is let go without harm")
    func neverStarted() async throws {
        let pair = try PeerPair()
        await pair.close()
    }
}
