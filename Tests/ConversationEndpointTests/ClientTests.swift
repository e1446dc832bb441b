// SPDX-License-Identifier: Apache-2.0
import DBus
import Synchronization
import TestSupport
import Testing

@testable import ConversationClient

@Suite("The client", .timeLimit(.minutes(5)), .enabled(if: PrivateBus.program != nil))
struct ClientTests {
    /// A daemon whose starts wait for the person for ever, and are answered when `answers` lets them.
    private func daemon(
        _ server: Bus, _ requests: Requests, answers: AsyncStream<Void>, asked: AsyncStream<Void>.Continuation
    ) async throws {
        let start = Method("StartConversation", arguments: ["token", "handle", "options"], results: ["request"]) {
            (call: CallContext, token: String, _: Handle, _: [String: Variant]) async throws -> ObjectPath in
            asked.yield()
            for await _ in answers { break }
            return try await requests.begin(for: call, token: token) {
                try await server.loop.sleep(until: server.loop.uptime + .seconds(3_600))
                throw CancellationError()
            }
        }
        let list = Method("ListServices") { (_: CallContext) -> [ServiceInfo] in [] }
        try await server.export(Interface(ContractNames.telephony, methods: [start, list]), at: ContractNames.path)
        try await server.requestName(ContractNames.bus)
    }

    @Test("closes a request that was given up before its reply came, once that is there")
    func givenUpEarly() async throws {
        let privateBus = try PrivateBus()
        let server = try await privateBus.connect(.forTests)
        let requests = Requests(bus: server, base: ContractNames.path, interface: ContractNames.request)
        let (answers, answer) = AsyncStream<Void>.makeStream()
        let (asked, ask) = AsyncStream<Void>.makeStream()
        try await daemon(server, requests, answers: answers, asked: ask)
        let client = ConversationClient(.address(privateBus.address), loop: .forTests)
        let start = Task { try await client.startConversation(with: .number("+15550100")) }
        _ = await asked.first { true }
        start.cancel()
        await #expect(throws: CancellationError.self) { try await start.value }
        #expect(await client.requests.count == 1)
        answer.yield()
        try await within { while await client.requests.count > 0 { try await pause() } }
        try await within { while await requests.count > 0 { try await pause() } }
        await client.close()
        await server.close()
    }

    @Test("makes one connection, however many of its first calls come at once")
    func oneConnection() async throws {
        let privateBus = try PrivateBus()
        let server = try await privateBus.connect(.forTests)
        let requests = Requests(bus: server, base: ContractNames.path, interface: ContractNames.request)
        let (answers, _) = AsyncStream<Void>.makeStream()
        let (_, ask) = AsyncStream<Void>.makeStream()
        try await daemon(server, requests, answers: answers, asked: ask)
        let before = try await names(server)
        let client = ConversationClient(.address(privateBus.address), loop: .forTests)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { _ = try await client.services() } }
            try await group.waitForAll()
        }
        #expect(try await names(server) == before + 1)
        await client.close()
        await server.close()
    }

    private func names(_ bus: Bus) async throws -> Int {
        let list = MethodAddress(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: "ListNames")
        return try await bus.call(list, deadline: .seconds(60), returning: [String].self).count
    }

    @Test("that goes while the history is read for it ends the reading")
    func goneReader() async throws {
        try await EndpointFixture.run { fixture in
            let client = try await fixture.client(as: .app(.control))
            let (begun, begin) = AsyncStream<Void>.makeStream()
            let (ended, end) = AsyncStream<Void>.makeStream()
            let (never, keep) = AsyncStream<Void>.makeStream()
            fixture.store.whileReading.withLock {
                $0 = {
                    begin.yield()
                    // Ends with its task alone.
                    for await _ in never {}
                    end.yield()
                }
            }
            let reading = Task { try await client.history() }
            _ = await begun.first { true }
            await client.close()
            _ = await ended.first { true }
            _ = try? await reading.value
            withExtendedLifetime(keep) {}
        }
    }

    @Test("tells everybody who waits for a response once, whatever ends it")
    func once() async throws {
        let pending = Mutex(PendingRequests())
        for ending in 0..<3 {
            let error = await #expect(throws: TelephonyError.self) {
                _ = try await withCheckedThrowingContinuation { waiter in
                    pending.withLock { pending in
                        pending.begin("t", waiter)
                        let isFirst = TelephonyError(.timedOut, "first")
                        _ = pending.answered("t")
                        switch ending {
                        case 0: pending.end("t", with: .failure(isFirst))
                        case 1: _ = pending.abandon("t", because: isFirst)
                        default: pending.endAnswered(because: isFirst)
                        }
                        pending.end("t", with: .failure(TelephonyError(.declined, "second")))
                        _ = pending.abandon("t", because: TelephonyError(.declined, "third"))
                    }
                }
            }
            #expect(error?.message == "first")
            #expect(pending.withLock { $0.count } == 0)
        }
    }
}
