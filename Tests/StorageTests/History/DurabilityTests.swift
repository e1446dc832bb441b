// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import Telephony
import Testing

@testable import Storage

@Suite("What was announced")
struct DurabilityTests {
    let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    private static let instants = 200
    private static let shards = 4

    @Test("is there after kill -9, and nothing is left open", arguments: 0..<shards)
    func survivesKill(shard: Int) async throws {
        let seed = UInt64(20_250_000 + shard)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var announced: [String: String] = [:]
        for _ in 0..<(Self.instants / Self.shards) {
            let instant = Int.random(in: 0...12_000, using: &generator)
            let lines = Exerciser("write", folder.database).kill(afterFirstLineAnd: instant)
            #expect(!lines.isEmpty)
            for line in lines {
                let words = line.split(separator: " ").map(String.init)
                announced[words[1]] = words[0]
            }
            try await check(announced)
        }
    }

    private func check(_ announced: [String: String]) async throws {
        let store = folder.store()
        let closed = try await store.closeOpenRows()
        for row in closed { #expect(announced[row.id.uuidString] != "ended") }
        var stored: [String: ConversationRecord] = [:]
        var page = try await store.rows(matching: HistoryQuery())
        while true {
            for row in page.rows { stored[row.id.uuidString] = row }
            guard let next = page.next else { break }
            page = try await store.nextPage(next)
        }
        for (id, state) in announced {
            let row = try #require(stored[id], "an announced row is lost")
            if state == "ended" { #expect(row.outcome == .connected && row.duration == 10) }
            if state == "connected" { #expect(row.connectedAt != nil) }
        }
        #expect(stored.values.allSatisfy { $0.outcome != .open && $0.handles.count == 2 })
        await store.close()
    }

    private static let strace = "/usr/bin/strace"
    /// There, and allowed to trace.
    private static let canTrace =
        access(strace, X_OK) == 0
        && !Exerciser("none", "none", prefix: [strace, "-qq", "-o", "/dev/stdout"]).lines().isEmpty

    @Test(
        "of sixteen ends at once has been through one fdatasync",
        .enabled(if: canTrace, "strace is missing or may not trace"))
    func isSyncedOnce() throws {
        let trace = "\(folder.path)/trace"
        let lines = Exerciser(
            "burst", folder.database,
            prefix: [Self.strace, "-f", "-qq", "-e", "trace=fdatasync,write", "-s", "16", "-o", trace]
        ).lines()
        #expect(lines.contains("burst durable"))
        let calls = String(decoding: folder.bytes("trace"), as: UTF8.self).split(separator: "\n")
        let begin = try #require(calls.firstIndex { $0.contains("\"begin") })
        let end = try #require(calls.firstIndex { $0.contains("\"burst") })
        #expect(calls[begin..<end].count { $0.contains("fdatasync(") } == 1)
    }

    @Test(
        "has been through fdatasync before it is announced",
        .enabled(if: canTrace, "strace is missing or may not trace"))
    func isSynced() throws {
        let trace = "\(folder.path)/trace"
        let lines = Exerciser(
            "once", folder.database,
            prefix: [Self.strace, "-f", "-qq", "-e", "trace=pwrite64,fdatasync,write", "-s", "16", "-o", trace]
        ).lines()
        #expect(lines.count == 4)
        let calls = String(decoding: folder.bytes("trace"), as: UTF8.self).split(separator: "\n")
        let announcements = calls.indices.filter { calls[$0].contains("write(1, ") }.prefix(3)
        #expect(announcements.count == 3)
        var previous = calls.startIndex
        for announcement in announcements {
            let between = calls[previous..<announcement]
            let synced = try #require(between.lastIndex { $0.contains("fdatasync") && $0.contains("= 0") })
            let written = try #require(between.lastIndex { $0.contains("pwrite64") })
            #expect(written < synced)
            previous = announcement
        }
    }
}
