import Glibc
import TestSupport
import Testing

// SPDX-License-Identifier: Apache-2.0
@testable import DBus

@Suite("The event loop", .timeLimit(.minutes(10)))
struct EventLoopTests {
    func withLoop(_ body: (EventLoop) async throws -> Void) async throws {
        let loop = EventLoop()
        loop.start()
        defer { loop.stop() }
        try await body(loop)
    }

    @Test("Nobody wakes before its instant, whatever the order they came in")
    func order() async throws {
        try await withLoop { loop in
            let start = loop.uptime
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in [3, 1, 2, 0] {
                    group.addTask {
                        let instant = start + .milliseconds(20 + 15 * number)
                        try await loop.sleep(until: instant)
                        #expect(loop.uptime >= instant)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("An instant of the past needs no wait", arguments: [Duration.zero, .seconds(-5)])
    func past(instant: Duration) async throws {
        try await withLoop { try await $0.sleep(until: instant) }
    }

    @Test("A cancelled sleeper ends at once")
    func cancellation() async throws {
        try await withLoop { loop in
            await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await loop.sleep(until: loop.uptime + .seconds(3600)) }
                group.cancelAll()
                await #expect(throws: CancellationError.self) { try await group.waitForAll() }
            }
        }
    }

    @Test("The heap gives sleepers by instant, also after removals")
    func heap() async throws {
        var generator = SystemRandomNumberGenerator()
        var heap = SleeperHeap()
        var expected: [UInt64: Duration] = [:]
        // Continuations are not needed for the order; nobody resumes these.
        for id in 0..<200 as Range<UInt64> {
            let deadline = Duration.seconds(Int.random(in: 0..<50, using: &generator))
            expected[id] = deadline
            heap.insert(Sleeper(id: id, deadline: deadline) { _ in })
        }
        for id in stride(from: 0, to: 200, by: 3) {
            let removed = heap.remove(id: UInt64(id))
            #expect(removed?.id == UInt64(id))
            expected[UInt64(id)] = nil
        }
        let again = heap.remove(id: 0)
        #expect(again == nil)
        var order: [Duration] = []
        while let sleeper = heap.popDue(at: .seconds(100)) { order.append(sleeper.deadline) }
        #expect(order == expected.values.sorted())
    }

    @Test("Unix signals arrive in a stream")
    func unixSignals() async throws {
        try await withLoop { loop in
            let signals = loop.unixSignals([SIGUSR1, SIGUSR2])
            // To the loop's thread: the test's other threads have not blocked it.
            loop.post { raise(SIGUSR2) }
            let number = try await first(of: signals)
            #expect(number == SIGUSR2)
        }
    }

    @Test("A task that gives way for ever keeps nobody from the loop")
    func givingWay() async throws {
        try await PeerPair.run(exporting: { _ in }) { pair in
            let loop = pair.loop
            let greedy = Task(executorPreference: loop) { while !Task.isCancelled { await Task.yield() } }
            defer { greedy.cancel() }
            try await pair.client.ping(deadline: .seconds(60))
            try await loop.sleep(until: loop.uptime + .milliseconds(1))
            await withCheckedContinuation { posted in loop.post { posted.resume() } }
        }
    }

    private actor Counter {
        let loop: EventLoop
        var count = 0
        init(_ loop: EventLoop) { self.loop = loop }
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

        func add() { count += 1 }

        /// Whether a job that was ready before ran between calls to another actor.
        func isInterrupted(calling other: Counter) async -> Bool {
            Task(executorPreference: loop) { await self.add() }
            for _ in 0..<1_000 { await other.add() }
            return count > 0
        }
    }

    @Test("Calls between two actors of one loop let nothing in between")
    func calls() async throws {
        try await withLoop { loop in
            let (caller, other) = (Counter(loop), Counter(loop))
            let task = Task(executorPreference: loop) { await caller.isInterrupted(calling: other) }
            #expect(await !task.value)
            #expect(await other.count == 1_000)
        }
    }

    @Test("An idle loop with two buses uses no processor time")
    func idle() async throws {
        try await PeerPair.run(exporting: { _ in }) { pair in
            try await pair.client.ping(deadline: second)
            let turns = pair.loop.turns
            try await pair.loop.sleep(until: pair.loop.uptime + .milliseconds(200))
            #expect(pair.loop.turns - turns <= 6)
        }
    }
}
