// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import DBus
import Telephony
import TestSupport

/// What the dictionary at the end of a history row costs: 75 rows there and back on a connection without a bus, written and
/// read twice, against the same rows in a tuple that cannot grow. What a call costs without rows is taken off both.
struct RowsBenchmark {
    let rounds: Int

    /// A row without its dictionary.
    private struct BareRow: DBusStruct {
        var id: String
        var handles: [Handle]
        var date: Double
        var duration: Double
        var outcome: String
        var direction: String
        var isRead: Bool
        var service: String
        static let layout = StructLayout(
            BareRow.init(id:handles:date:duration:outcome:direction:isRead:service:)
        ) { ($0.id, $0.handles, $0.date, $0.duration, $0.outcome, $0.direction, $0.isRead, $0.service) }
    }

    private static let count = 75
    private static let limit = 1.2
    private static let id = "6F9619FF-8B86-D011-B42D-00C04FC964FF"
    private static let bare = BareRow(
        id: id, handles: [Handle.number("+15550100")], date: 1, duration: 2, outcome: "connected",
        direction: "outgoing", isRead: true, service: id)

    /// - Parameter details: what is in the dictionary.
    private static func row(_ details: [String: Variant]) -> HistoryEntry {
        HistoryEntry(
            id: bare.id, handles: bare.handles, date: bare.date, duration: bare.duration, outcome: bare.outcome,
            direction: bare.direction, isRead: bare.isRead, service: bare.service, details: details)
    }

    func run() async throws -> [Row] {
        let echo = Interface(
            "org.example.Echo",
            methods: [
                Method("Bare") { (_: CallContext, rows: [BareRow]) async throws -> [BareRow] in rows },
                Method("Rows") { (_: CallContext, rows: [HistoryEntry]) async throws -> [HistoryEntry] in rows },
            ])
        return try await PeerPair.run(exporting: { try $0.export(echo, at: "/echo") }) { pair in
            try await withTaskExecutorPreference(pair.loop) { try await measure(pair.client) }
        }
    }

    private func measure(_ bus: Bus) async throws -> [Row] {
        let bareRows = Array(repeating: Self.bare, count: Self.count)
        let empty = Array(repeating: Self.row([:]), count: Self.count)
        let ended = Array(repeating: Self.row(.details(cause: EndCause(.remoteHangUp))), count: Self.count)
        var (nothing, bare, unused, used) = (Samples(), Samples(), Samples(), Samples())
        for round in -20..<rounds {
            let times = [
                try await Self.time("Bare", [BareRow](), bus), try await Self.time("Bare", bareRows, bus),
                try await Self.time("Rows", empty, bus), try await Self.time("Rows", ended, bus),
            ]
            guard round >= 0 else { continue }
            nothing.add(times[0])
            bare.add(times[1])
            unused.add(times[2])
            used.add(times[3])
        }
        return [
            row(
                "75 history rows written and read, with an empty dictionary (median of \(rounds))", unused, bare,
                nothing),
            row("the same, with the cause of the end in it", used, bare, nothing),
        ]
    }

    private func row(_ what: String, _ ours: Samples, _ bare: Samples, _ nothing: Samples) -> Row {
        // There and back.
        let (mine, theirs) = ((ours.median - nothing.median) / 2, (bare.median - nothing.median) / 2)
        return Row(
            what: what, baseline: Row.milliseconds(theirs), ours: Row.milliseconds(mine), ratio: mine / theirs,
            target: "ratio <= \(Self.limit)", isMet: mine / theirs <= Self.limit)
    }

    private static func time<Value: DBusType>(_ member: String, _ rows: [Value], _ bus: Bus) async throws -> Int64 {
        let method = MethodAddress(path: "/echo", interface: "org.example.Echo", member: member)
        let start = MonotonicTime.now
        _ = try await bus.call(method, rows, deadline: .seconds(10), returning: [Value].self)
        return MonotonicTime.now - start
    }
}
