// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import DBus
import FoundationEssentials
import Storage
import Telephony
import TestSupport

/// What others notice of questions that look at every row of a long history and find none: the same beside such scans and
/// without, in one daemon.
struct ReadingBenchmark {
    let rounds: Int
    let rows: Int

    private static let manyScans = 16

    func run() async throws -> [Row] {
        let folder = try ScratchFolder()
        let database = folder.file("history.db")
        let empty = try await emptyPage(in: database)
        return try await Stage.run(history: database) { stage in
            let ring = try await RingSide(stage)
            let (alone, beside) = (try await figures(stage, ring, scans: 0), try await figures(stage, ring, scans: 1))
            let crowded = try await figures(stage, ring, scans: Self.manyScans)
            return [
                row("ring to the event, beside a scan of \(rows) rows", alone.ring, beside.ring, more: 1_000),
                row(
                    "end of a call to the event, beside \(Self.manyScans) scans", alone.end, crowded.end, limit: 50_000),
                row("75 newest of \(rows) rows, beside a scan", alone.page, beside.page, limit: 10_000),
                row("Status, beside \(Self.manyScans) scans", alone.status, crowded.status, limit: 10_000),
                row("first page of a new default dialer in \(rows) rows (store)", nil, empty, limit: 5_000),
            ]
        }
    }

    private struct Figures {
        var ring = Samples()
        var end = Samples()
        var page = Samples()
        var status = Samples()
    }

    private func figures(_ stage: Stage, _ ring: RingSide, scans: Int) async throws -> Figures {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<scans { group.addTask { [session = stage.session] in try await Self.scan(session) } }
            defer { group.cancelAll() }
            var figures = Figures()
            for round in -3..<rounds {
                let (rang, ended) = try await ring.call()
                let page = try await Self.time { _ = try await stage.client.history(limit: 75) }
                let status = try await Self.time { _ = try await stage.client.status() }
                guard round >= 0 else { continue }
                figures.ring.add(rang)
                figures.end.add(ended)
                figures.page.add(page)
                figures.status.add(status)
            }
            return figures
        }
    }

    /// Asks again and again for what is not there, on a connection of its own.
    private static func scan(_ session: PrivateBus) async throws {
        let loop = EventLoop()
        loop.start()
        defer { loop.stop() }
        let client = ConversationClient(.address(session.address), loop: loop)
        while !Task.isCancelled {
            // One among many may be told that there is too much to look at; it asks again.
            let page = try? await client.history(matching: nowhere, limit: 75)
            guard page?.rows.isEmpty ?? true else { throw MeasurementFailed(description: "the scan found rows") }
        }
        await client.close()
    }

    private static let nowhere = HistoryExpression.anyHandle(
        .text(.contains, .handleField(.value), .literal(.text("nowhere"))))

    private static func time(_ body: () async throws -> Void) async rethrows -> Int64 {
        let begin = MonotonicTime.now
        try await body()
        return MonotonicTime.now - begin
    }

    /// Makes the history, and reads the page of whoever may read what comes after its last row.
    private func emptyPage(in path: String) async throws -> Samples {
        let store = Store(path: path, timekeeper: ManualTimekeeper())
        try await store.open()
        try await store.fill(rows)
        let last = try await store.latestSequence()
        var samples = Samples()
        for _ in 0..<rounds {
            samples.add(
                try await Self.time {
                    let page = try await store.rows(matching: HistoryQuery(afterSequence: last, limit: 75))
                    guard page.rows.isEmpty else { throw MeasurementFailed(description: "rows after the last") }
                })
        }
        await store.close()
        return samples
    }

    private func row(
        _ what: String, _ alone: Samples?, _ beside: Samples, limit: Double = .infinity, more: Double = .infinity
    ) -> Row {
        let base = alone?.median ?? 0
        return Row(
            what: "\(what) (median of \(beside.count))", baseline: alone.map { Row.milliseconds($0.median) } ?? "-",
            ours: Row.milliseconds(beside.median), ratio: alone.map { beside.median / $0.median },
            target: limit.isFinite ? "<= \(Int(limit / 1_000)) ms" : "+ \(Int(more / 1_000)) ms at most",
            isMet: beside.median <= limit && beside.median - base <= more)
    }
}
