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

    /// How long calls took, in milliseconds and sorted.
    struct Times: Sendable {
        /// Starts of a conversation.
        var starts: [Double]
        /// Bare pings of the daemon meanwhile: what the bus, the daemon's queue and the machine take anyway.
        var pings: [Double]
    }

    /// How long starts, and pings beside them, took while the flood went on.
    func measure(_ dialer: HeldCaller, beside pinger: HeldCaller) async throws -> Times {
        let progress = Progress()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { progress.finish() }
                try await onThread { try run() }
            }
            async let pings = onThread { try Self.pings(by: pinger.connection) { progress.isOver } }
            let starts = try await onThread { try Self.starts(by: dialer.connection) { progress.isOver } }
            try await group.waitForAll()
            return Times(starts: starts, pings: try await pings)
        }
    }

    /// How long a start takes that is made at any moment: the median by time, in which one long wait counts for as much
    /// as all the short ones that would have fitted into it.
    static func typical(_ sorted: [Double]) -> Double {
        let half = sorted.reduce(0, +) / 2
        var sum = 0.0
        return sorted.first { time in
            sum += time
            return sum >= half
        } ?? .infinity
    }

    /// How long starts take; at least one is made.
    static func starts(by dialer: RawConnection, until isOver: () -> Bool) throws -> [Double] {
        var times: [Double] = []
        repeat {
            let time = try milliseconds {
                let outcome = try dialer.outcome(of: .start("+15550100"))
                guard outcome.error == nil else { throw Unexpected(description: "\(outcome): \(outcome.text)") }
            }
            times.append(time)
            try dialer.endAll()
        } while !isOver()
        return times.sorted()
    }

    private static func pings(by caller: RawConnection, until isOver: () -> Bool) throws -> [Double] {
        var times: [Double] = []
        repeat { times.append(try milliseconds { _ = try caller.call(.ping) }) } while !isOver()
        return times.sorted()
    }

    private static func milliseconds(_ body: () throws -> Void) throws -> Double {
        let began = ContinuousClock.now
        try body()
        return (ContinuousClock.now - began) / .milliseconds(1)
    }
}

extension RawMessage {
    /// What the daemon's bus library answers by itself (D-Bus Specification, org.freedesktop.DBus.Peer).
    fileprivate static var ping: RawMessage {
        var ping = RawMessage.to("Telephony1", "Ping")
        ping.interface = "org.freedesktop.DBus.Peer"
        return ping
    }
}

extension RawConnection {
    /// Ends every conversation that it sees, and returns when there is none.
    func endAll() throws {
        while true {
            let list = try call(.to("Conversations1", "List"))
            guard list.body.count > 8 else { return }
            // The identifier is the first text of the first struct.
            let id = String(decoding: list.body[12...].prefix { $0 != 0 }, as: UTF8.self)
            _ = try call(.to("Conversations1", "End", saying: id))
        }
    }
}
