// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization
import TestSupport

/// Ten thousand calls within a second, from one connection or spread over several.
struct Flood: Sendable {
    static let calls = 10_000
    private static let ticks = 100

    let callers: [HeldCaller]
    let call: RawCopies

    /// Whether the calls are still being answered.
    final class Progress: Sendable {
        private let over = Mutex(false)
        var isOver: Bool { over.withLock { $0 } }
        func finish() { over.withLock { $0 = true } }
    }

    /// Sends all of them, a hundredth every 10 ms or as fast as they go, and returns when the last one of each caller has
    /// been answered. Blocks.
    func run(atOnce: Bool = false) throws {
        var next = timespec()
        clock_gettime(CLOCK_MONOTONIC, &next)
        let share = Self.calls / Self.ticks / callers.count
        for _ in 0..<Self.ticks {
            for caller in callers { try caller.connection.send(call, times: share) }
            next.tv_nsec += 1_000_000_000 / Self.ticks
            if next.tv_nsec >= 1_000_000_000 {
                (next.tv_sec, next.tv_nsec) = (next.tv_sec + 1, next.tv_nsec - 1_000_000_000)
            }
            if !atOnce { clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, nil) }
        }
        for caller in callers { try caller.connection.skipToAnswer() }
    }

    /// How long a start took that was made while the flood went on, several times, in milliseconds and sorted.
    func measure(_ dialer: HeldCaller) async throws -> [Double] {
        let progress = Progress()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { progress.finish() }
                try await onThread { try run() }
            }
            let times = try await onThread { try Self.starts(by: dialer.connection) { progress.isOver } }
            try await group.waitForAll()
            return times.sorted()
        }
    }

    /// How long a start takes that is made at any moment of the flood: the median by time, in which one long wait counts
    /// for as much as all the short ones that would have fitted into it.
    static func typical(_ sorted: [Double]) -> Double {
        let half = sorted.reduce(0, +) / 2
        var sum = 0.0
        return sorted.first { time in
            sum += time
            return sum >= half
        } ?? .infinity
    }

    private static func starts(by dialer: RawConnection, until isOver: () -> Bool) throws -> [Double] {
        var times: [Double] = []
        while !isOver() {
            let began = ContinuousClock.now
            let outcome = try dialer.outcome(of: .start("+15550100"))
            times.append((ContinuousClock.now - began) / .milliseconds(1))
            guard outcome.error == nil else { throw Unexpected(description: "\(outcome): \(outcome.text)") }
            try dialer.endAll()
        }
        return times
    }
}

extension RawConnection {
    /// Ends every conversation that it sees, and returns when there is none.
    func endAll() throws {
        while true {
            let list = try call(.to("Conversations1", "List"))
            guard list.body.count > 8 else { return }
            // The identifier is the first text of the first struct.
            var end = RawMessage.to("Conversations1", "End")
            end.body.signature = "s"
            end.body.append(text: String(decoding: list.body[12...].prefix { $0 != 0 }, as: UTF8.self))
            _ = try call(end)
        }
    }
}
