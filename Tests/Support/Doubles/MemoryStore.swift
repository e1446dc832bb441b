// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Synchronization
package import Telephony

/// The stores in memory, for tests that are not about the disk. It evaluates no expression but `id ==`.
package final class MemoryStore: HistoryStore, RoleStore, LineStore {
    private struct State {
        var rows: [(sequence: Int64, row: ConversationRecord)] = []
        var last: Int64 = 0
        var grants: [Role: RoleGrant] = [:]
        var off: Set<String> = []
        var defaultService: UUID?
        var remembered: [String: UUID] = [:]
        var pages: [UInt32: [ConversationRecord]] = [:]
        var lastCursor: UInt32 = 0
        var failure: TelephonyError?
        var gate: [CheckedContinuation<Void, Never>]?
        var readGate: [CheckedContinuation<Void, Never>]?
        var commits = 0
        /// Rows that could not be written, the oldest first.
        var waiting: [ConversationRecord] = []

        /// Writes what waits; returns why not.
        mutating func write() -> TelephonyError? {
            guard failure == nil else { return waiting.isEmpty ? nil : failure }
            for row in waiting { put(row) }
            waiting = []
            return nil
        }

        mutating func put(_ row: ConversationRecord) {
            if let index = rows.firstIndex(where: { $0.row.id == row.id }) { return rows[index].row = row }
            last += 1
            rows.append((last, row))
        }
    }

    private let state = Mutex(State())

    package init() {}

    /// How often rows were written.
    package var commits: Int { state.withLock(\.commits) }

    package var rows: [ConversationRecord] { state.withLock { $0.rows.map(\.row) } }

    /// From now on everything fails with this, or nothing when nil.
    package func fail(with error: TelephonyError?) { state.withLock { $0.failure = error } }

    /// Rows are not written before `letRecordsThrough`, as on a disk that takes its time.
    package func holdRecords() { state.withLock { $0.gate = $0.gate ?? [] } }

    /// Writes what is held back, and holds back nothing any more.
    package func letRecordsThrough() {
        let held = state.withLock { state in
            defer { state.gate = nil }
            return state.gate ?? []
        }
        held.forEach { $0.resume() }
    }

    /// What is read at the start, and how the history does, is not told before `letReadsThrough`, as on a disk that hangs.
    package func holdReads() { state.withLock { $0.readGate = $0.readGate ?? [] } }

    /// Lets what is read go on from now on.
    package func letReadsThrough() {
        let held = state.withLock { state in
            defer { state.readGate = nil }
            return state.readGate ?? []
        }
        held.forEach { $0.resume() }
    }

    private func passReadGate() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    state.readGate?.append(continuation)
                    return state.readGate == nil
                }
                if isOpen { continuation.resume() }
            }
        } onCancel: {
            letReadsThrough()
        }
    }

    /// Runs once, when rows have been read and before they are handed out.
    package let whileReading = Mutex<(@Sendable () async -> Void)?>(nil)

    /// Runs once, while a result is being closed.
    package let whileClosing = Mutex<(@Sendable () async -> Void)?>(nil)

    /// Results that can be read further.
    package var openResults: Int { state.withLock(\.pages.count) }

    /// Open for who is cancelled, so that a test that fails while it holds rows back ends.
    private func passGate() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    state.gate?.append(continuation)
                    return state.gate == nil
                }
                if isOpen { continuation.resume() }
            }
        } onCancel: {
            letRecordsThrough()
        }
    }

    package func record(_ rows: [ConversationRecord]) async -> Durability {
        await passGate()
        return state.withLock { state in
            state.commits += 1
            state.waiting += rows
            return state.write().map { .waiting($0) } ?? .durable
        }
    }

    package func trouble() async -> TelephonyError? {
        await passReadGate()
        return state.withLock { state in state.write() ?? state.failure }
    }

    package func rows(matching query: HistoryQuery) async throws -> HistoryPage {
        let page = try found(query)
        if let body = whileReading.withLock({ $0.take() }) { await body() }
        return page
    }

    private func found(_ query: HistoryQuery) throws -> HistoryPage {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            var found =
                state.rows.filter { $0.sequence > query.afterSequence }.map(\.row).reversed() as [ConversationRecord]
            if case .compare(.equal, .column(.id), .literal(.text(let id))) = query.expression {
                found = found.filter { $0.id.uuidString == id }
            }
            return Self.page(Array(found.prefix(query.limit ?? .max)), &state)
        }
    }

    package func nextPage(_ cursor: HistoryCursor) async throws -> HistoryPage {
        let page = try following(cursor)
        if let body = whileReading.withLock({ $0.take() }) { await body() }
        return page
    }

    private func following(_ cursor: HistoryCursor) throws -> HistoryPage {
        try state.withLock { state in
            guard let rest = state.pages.removeValue(forKey: cursor.rawValue) else {
                throw TelephonyError(.invalidQuery, "no such cursor")
            }
            return Self.page(rest, &state)
        }
    }

    private static func page(_ rows: [ConversationRecord], _ state: inout State) -> HistoryPage {
        guard rows.count > HistoryPage.size else { return HistoryPage(rows: rows, next: nil) }
        state.lastCursor += 1
        let cursor = HistoryCursor(rawValue: state.lastCursor)
        state.pages[cursor.rawValue] = Array(rows.dropFirst(HistoryPage.size))
        return HistoryPage(rows: Array(rows.prefix(HistoryPage.size)), next: cursor)
    }

    package func close(_ cursor: HistoryCursor) async {
        if let body = whileClosing.withLock({ $0.take() }) { await body() }
        state.withLock { $0.pages[cursor.rawValue] = nil }
    }

    package func markRead(_ ids: [UUID], afterSequence: Int64) async throws -> Int {
        state.withLock { state in
            var changed = 0
            for index in state.rows.indices
            where ids.contains(state.rows[index].row.id) && state.rows[index].sequence > afterSequence
                && !state.rows[index].row.isRead
            {
                state.rows[index].row.isRead = true
                changed += 1
            }
            return changed
        }
    }

    package func delete(_ ids: [UUID]) async throws -> Int {
        state.withLock { state in
            let count = state.rows.count
            state.rows.removeAll { ids.contains($0.row.id) && $0.row.outcome != .open }
            return count - state.rows.count
        }
    }

    package func closeOpenRows(except conversations: [UUID]) async throws -> [ConversationRecord] {
        await passReadGate()
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            var closed: [ConversationRecord] = []
            for index in state.rows.indices
            where state.rows[index].row.outcome == .open && !conversations.contains(state.rows[index].row.id) {
                state.rows[index].row.outcome = .failed
                closed.append(state.rows[index].row)
            }
            return closed
        }
    }

    package func latestSequence() async throws -> Int64 { state.withLock(\.last) }
    package func grants() async throws -> [Role: RoleGrant] {
        await passReadGate()
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.grants
        }
    }
    package func setGrant(_ grant: RoleGrant?, for role: Role) async throws {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            state.grants[role] = grant
        }
    }

    package func serviceIdentifier(forICCID iccid: String) async throws -> UUID {
        var bytes = [UInt8](repeating: 0, count: 16)
        for (index, byte) in iccid.utf8.enumerated() { bytes[index % 16] = bytes[index % 16] &* 31 &+ byte }
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    package func switchedOffModems() async throws -> Set<String> { state.withLock(\.off) }

    package func setSwitchedOff(_ off: Bool, modem: String) async throws {
        state.withLock { state in
            if off { state.off.insert(modem) } else { state.off.remove(modem) }
        }
    }

    package func lineSettings() async throws -> LineSettings {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            return LineSettings(standard: state.defaultService, remembered: state.remembered)
        }
    }
    package func setDefaultService(_ service: UUID?) async throws { state.withLock { $0.defaultService = service } }
    package func remember(_ service: UUID?, for number: String) async throws {
        state.withLock { $0.remembered[number] = service }
    }
}
