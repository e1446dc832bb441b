// SPDX-License-Identifier: Apache-2.0
import DBus
import TestSupport

/// From posix_spawn to the owner of the bus name, against a C program that connects and asks for a name.
struct StartingBenchmark {
    let baseline: String
    let rounds: Int

    private static let limit = 60_000.0

    func run() async throws -> [Row] {
        let bus = try PrivateBus()
        let loop = EventLoop()
        loop.start()
        defer { loop.stop() }
        let watcher = try await bus.connect(loop)
        let daemon = try DaemonUnderTest(session: bus, system: bus)
        var (ours, theirs) = (Samples(), Samples())
        for round in -2..<rounds {
            let time = try await daemon.start(seenOn: watcher)
            try await daemon.stop(seenOn: watcher)
            let rawTime = try await startBaseline(bus, watcher)
            guard round >= 0 else { continue }
            ours.add(time)
            theirs.add(rawTime)
        }
        return [
            Row(
                what: "daemon start to bus name owned (median of \(rounds))",
                baseline: Row.milliseconds(theirs.median), ours: Row.milliseconds(ours.median),
                ratio: ours.median / theirs.median, target: "<= 60 ms", isMet: ours.median <= Self.limit)
        ]
    }

    private func startBaseline(_ bus: PrivateBus, _ watcher: Bus) async throws -> Int64 {
        let owners = try await watcher.nameOwners(of: "org.dialtone.Baseline")
        _ = try await watcher.owner(of: "org.dialtone.Baseline")
        let begin = MonotonicTime.now
        let process = try LineProcess([baseline], environment: bus.environment)
        let time = try await within(.seconds(20), "the baseline's name") {
            for await owner in owners where owner != nil { break }
            return MonotonicTime.now - begin
        }
        return withExtendedLifetime(process) { time }
    }
}
