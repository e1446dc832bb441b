// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import Storage
import Telephony

struct SystemTimekeeper: Timekeeper {
    var uptime: Duration { .zero }
    var date: Date { Date() }
    /// Until its task is cancelled: nothing here is late.
    func sleep(until uptime: Duration) async throws { for await _ in AsyncStream<Never>.makeStream().stream {} }
}

/// Does to a store what the daemon does, and says what is on disk.
struct Exerciser {
    let store: Store

    func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }

    func report(_ word: String, _ row: ConversationRecord) async -> Bool {
        switch await store.record(row) {
        case .durable:
            say("\(word) \(row.id.uuidString)")
            return true
        case .waiting(let error): say("waiting \(row.id.uuidString) \(error.code.rawValue)")
        case .dropped(let error): say("dropped \(row.id.uuidString) \(error.code.rawValue)")
        }
        return false
    }

    func converse() async -> Bool {
        var row = ConversationRecord(
            id: UUID(), direction: .outgoing, handles: [.number("+15550100"), .number("+15550101")], startedAt: Date())
        guard await report("started", row) else { return false }
        row.connectedAt = Date()
        guard await report("connected", row) else { return false }
        row.duration = 10
        row.outcome = .connected
        return await report("ended", row)
    }

    func burst() async {
        let rows = (0..<16).map { _ in
            ConversationRecord(
                id: UUID(), direction: .incoming, handles: [.number("+15550100")], startedAt: Date(), outcome: .missed)
        }
        say("begin")
        say("burst \(await store.record(rows))")
    }

    func measure() async {
        let clock = ContinuousClock()
        let rows = (0..<50_000).map { index in
            ConversationRecord(
                id: UUID(), direction: index % 2 == 0 ? .incoming : .outgoing,
                handles: [.number("+1555010\(index % 10)")],
                service: UUID(), app: "org.example.dialer",
                startedAt: Date(timeIntervalSinceReferenceDate: Double(index) * 600), outcome: .connected)
        }
        if await (try? store.latestSequence()) ?? 0 < rows.count { try? await store.record(all: rows) }
        let unread = HistoryExpression.and(
            .not(.column(.isRead)), .anyHandle(.text(.contains, .handleField(.value), .literal(.text("0103")))))
        let questions: [(String, HistoryQuery)] = [
            ("75 newest", HistoryQuery(limit: 75)), ("first page of all", HistoryQuery()),
            ("text scan", HistoryQuery(expression: unread, limit: 75)),
        ]
        for (name, query) in questions {
            var times: [Duration] = []
            for _ in 0..<200 {
                times.append(
                    await clock.measure {
                        if let page = try? await store.rows(matching: query), let next = page.next {
                            await store.close(next)
                        }
                    })
            }
            say("\(name): median \(times.sorted()[100])")
        }
    }
}
