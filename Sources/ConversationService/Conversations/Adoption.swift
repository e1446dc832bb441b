// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// Rows that a crash left open, until it is known whether their calls are still up.
///
/// A row is taken by a call with its reference that fits it in number and direction too: a modem daemon of another boot
/// may name another call the same. Once every backend has listed the calls that were up, no row is taken any more.
struct Adoption: Sendable {
    private var rows: [String: ConversationRecord] = [:]
    /// The backends that have yet to list their calls.
    private var backends: Set<String>
    /// Whether it is known which rows were open.
    private(set) var isReady = false

    init(backends: some Sequence<String>) { self.backends = Set(backends) }

    /// Keeps the rows whose calls may be found.
    mutating func expect(_ closed: [ConversationRecord]) {
        isReady = true
        guard !backends.isEmpty else { return }
        for row in closed { if let reference = row.callReference { rows[reference] = row } }
    }

    /// Whether the row of a call that was found may be read in a moment. One that rings is never kept waiting.
    func awaitsRow(of call: Call, on backend: String) -> Bool {
        !isReady && backends.contains(backend) && call.state != .incoming && call.state != .waiting
    }

    /// The row of a call that is found, once.
    mutating func take(_ call: Call) -> ConversationRecord? {
        guard let row = rows.removeValue(forKey: call.reference), Self.fits(row, call) else { return nil }
        return row
    }

    /// What a backend has not told by now is not up.
    mutating func callsListed(by backend: String) {
        backends.remove(backend)
        if backends.isEmpty { rows = [:] }
    }

    private static func fits(_ row: ConversationRecord, _ call: Call) -> Bool {
        row.direction == call.direction
            && bareNumber(row.handles.first?.value ?? "") == bareNumber(call.remote.number)
    }

    /// Without what is shown and not dialed, or dialed and not told by a modem.
    private static func bareNumber(_ number: String) -> String {
        (try? DialString(parsing: number))?.withoutPrefixAndPostDial ?? number
    }
}
