// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import DBus
import TestSupport

/// The 75 newest of 50,000 rows over the bus, against the same SELECT in C on the same file; and what the rows cost
/// the daemon in memory.
struct HistoryBenchmark {
    let baseline: String
    let rounds: Int

    private static let rows = 50_000
    private static let limit = 75
    /// Memory counts as the same within SQLite's page cache, which a small file does not fill (512 kB), and as much
    /// again for the allocator and the kernel's accounting; in kB.
    private static let sameness = 1_024

    func run() async throws -> [Row] {
        let bus = try PrivateBus()
        let loop = EventLoop()
        loop.start()
        defer { loop.stop() }
        let watcher = try await bus.connect(loop)
        let empty = try await measure(bus, watcher, rows: 0)
        let few = try await measure(bus, watcher, rows: Self.limit)
        let full = try await measure(bus, watcher, rows: Self.rows)
        let ratio = full.ours.median / full.overBus.median
        return [
            Row(
                what: "75 newest of 50,000 rows over the bus (median of \(rounds))",
                baseline: Row.milliseconds(full.theirs.median), ours: Row.milliseconds(full.ours.median),
                ratio: full.ours.median / full.theirs.median, target: "-", isMet: nil),
            Row(
                what: "the same, against a C service and client on the same bus",
                baseline: Row.milliseconds(full.overBus.median), ours: Row.milliseconds(full.ours.median),
                ratio: ratio, target: "ratio <= 1.6", isMet: ratio <= 1.6),
            memoryRow("daemon's PSS at 50,000 rows, against 0 rows", empty.fresh, full.fresh),
            memoryRow("daemon's PSS, 75 of 50,000 rows read, against 75 of 75", few.used, full.used),
        ]
    }

    private func memoryRow(_ what: String, _ few: Int, _ many: Int) -> Row {
        Row(
            what: what, baseline: Row.megabytes(few), ours: Row.megabytes(many), ratio: Double(many) / Double(few),
            target: "the same (+- 1 MB)", isMet: many - few <= Self.sameness)
    }

    private struct Figures {
        var ours = Samples()
        var theirs = Samples()
        /// The baseline's own service and client.
        var overBus = Samples()
        /// Memory before and after rows are read, in kB.
        var fresh = 0
        var used = 0
    }

    private func measure(_ bus: PrivateBus, _ watcher: Bus, rows: Int) async throws -> Figures {
        let daemon = try DaemonUnderTest(session: bus, system: bus)
        try await daemon.fill(rows)
        try await daemon.start(seenOn: watcher)
        let loop = EventLoop()
        loop.start()
        let client = ConversationClient(.address(bus.address), loop: loop)
        let arguments = [baseline, daemon.database, "\(Self.limit)"]
        let service = try LineProcess(arguments + ["serve"], environment: bus.environment)
        _ = try service.words()
        let raw = try LineProcess(arguments, environment: bus.environment)
        var figures = Figures()
        _ = try await client.services()
        figures.fresh = ProcessFigures(pid: daemon.pid).proportionalSetSize
        for round in -10..<rounds {
            let begin = MonotonicTime.now
            let page = try await client.history(limit: Self.limit)
            let time = MonotonicTime.now - begin
            let rawTime = try Self.ask(raw, "select", expecting: page.rows.count)
            let busTime = try Self.ask(raw, "fetch", expecting: page.rows.count)
            guard page.rows.count == min(rows, Self.limit) else {
                throw MeasurementFailed(description: "the daemon gave \(page.rows.count) rows")
            }
            guard round >= 0 else { continue }
            figures.ours.add(time)
            figures.theirs.add(rawTime)
            figures.overBus.add(busTime)
        }
        figures.used = ProcessFigures(pid: daemon.pid).proportionalSetSize
        withExtendedLifetime(service) {}
        await client.close()
        loop.stop()
        try await daemon.stop(seenOn: watcher)
        return figures
    }

    private static func ask(_ raw: LineProcess, _ question: String, expecting rows: Int) throws -> Int64 {
        let answer = try raw.ask(question)
        guard answer.count == 2, let time = Int64(answer[0]), Int(answer[1]) == rows else {
            throw MeasurementFailed(description: "the baseline: \(answer)")
        }
        return time
    }
}
