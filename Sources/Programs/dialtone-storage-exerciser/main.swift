// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import Storage
import Telephony

// Writes history the way the daemon does, for tests that kill it, trace it or take its disk away.
//   write PATH   conversations without end; one line for each state that is on disk
//   once PATH    one conversation
//   fill PATH    until files may not grow any more, then on with room again
//   measure PATH 50,000 rows, then how long the 75 newest take

struct SystemTimekeeper: Timekeeper {
    var uptime: Duration { .zero }
    var date: Date { Date() }
    func sleep(until uptime: Duration) async throws {}
}

func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
}

func report(_ word: String, _ row: ConversationRecord, in store: Store) async -> Bool {
    switch await store.record(row) {
    case .durable:
        say("\(word) \(row.id.uuidString)")
        return true
    case .waiting(let error): say("waiting \(row.id.uuidString) \(error.code.rawValue)")
    case .dropped(let error): say("dropped \(row.id.uuidString) \(error.code.rawValue)")
    }
    return false
}

func converse(in store: Store) async -> Bool {
    var row = ConversationRecord(
        id: UUID(), direction: .outgoing, handles: [.number("+15550100"), .number("+15550101")], startedAt: Date())
    guard await report("started", row, in: store) else { return false }
    row.connectedAt = Date()
    guard await report("connected", row, in: store) else { return false }
    row.duration = 10
    row.outcome = .connected
    return await report("ended", row, in: store)
}

func measure(_ store: Store) async {
    let clock = ContinuousClock()
    let rows = (0..<50_000).map { index in
        ConversationRecord(
            id: UUID(), direction: index % 2 == 0 ? .incoming : .outgoing, handles: [.number("+1555010\(index % 10)")],
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

func allowGrowth(to size: rlim_t) {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    limit.rlim_cur = min(size, limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}

let arguments = CommandLine.arguments
guard arguments.count == 3 else { exit(2) }
let store = Store(path: arguments[2], timekeeper: SystemTimekeeper())

switch arguments[1] {
case "write":
    while await converse(in: store) {}
case "once":
    _ = await converse(in: store)
case "fill":
    signal(SIGXFSZ, SIG_IGN)
    _ = await converse(in: store)
    allowGrowth(to: 400_000)
    while await converse(in: store) {}
    // Readable still, and what was written is there.
    let page = try? await store.rows(matching: HistoryQuery(limit: 1))
    say("read \(page?.rows.count ?? -1)")
    allowGrowth(to: .max)
    _ = await converse(in: store)
case "measure":
    await measure(store)
default:
    exit(2)
}
say("lost \(await store.close())")
