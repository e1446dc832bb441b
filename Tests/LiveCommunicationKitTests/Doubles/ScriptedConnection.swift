// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization
import Telephony

@testable import LiveCommunicationKit

/// A connection that keeps rows in memory, answers what a test tells it to, and notes what it was asked.
final class ScriptedConnection: TelephonyConnection {
    struct State {
        var rows: [ConversationRecord] = []
        var pageSize = HistoryPage.size
        /// Thrown by the next calls, one each; nil lets one call pass.
        var failures: [TelephonyError?] = []
        var started: [StartRequest] = []
        var queries: [HistoryQuery] = []
        var marked: [[UUID]] = []
        var closed: [HistoryCursor] = []
        var pending: [UInt32: [ConversationRecord]] = [:]
        var nextCursor: UInt32 = 1
        var report: (@Sendable (TelephonyReport) -> Void)?
    }

    private let state: Mutex<State>

    init(_ configure: (inout State) -> Void = { _ in }) {
        var state = State()
        configure(&state)
        self.state = Mutex(state)
    }

    var noted: State { state.withLock { $0 } }

    /// Reports as the real connection does.
    func report(_ report: TelephonyReport) { noted.report?(report) }

    func open(_ report: @escaping @Sendable (TelephonyReport) -> Void) {
        state.withLock { $0.report = report }
    }

    func start(_ request: StartRequest) async throws {
        try fail()
        state.withLock { $0.started.append(request) }
    }

    func history(matching query: HistoryQuery) async throws -> HistoryPage {
        try fail()
        let rows = try noted.rows.filter { try query.expression?.holds(for: $0) ?? true }
        return state.withLock { state in
            state.queries.append(query)
            return state.page(of: rows)
        }
    }

    func historyPage(after cursor: HistoryCursor) async throws -> HistoryPage {
        try fail()
        return try state.withLock { state in
            guard let rows = state.pending.removeValue(forKey: cursor.rawValue) else {
                throw TelephonyError(.invalidQuery, "No such snapshot.")
            }
            return state.page(of: rows)
        }
    }

    func closeHistory(_ cursor: HistoryCursor) async {
        state.withLock { state in
            state.closed.append(cursor)
            state.pending[cursor.rawValue] = nil
        }
    }

    func markRead(_ ids: [UUID]) async throws {
        try fail()
        state.withLock { $0.marked.append(ids) }
    }

    private func fail() throws {
        let failure = state.withLock { $0.failures.isEmpty ? nil : $0.failures.removeFirst() }
        if let failure { throw failure }
    }
}

extension ScriptedConnection.State {
    fileprivate mutating func page(of rows: [ConversationRecord]) -> HistoryPage {
        guard rows.count > pageSize else { return HistoryPage(rows: rows, next: nil) }
        defer { nextCursor += 1 }
        pending[nextCursor] = Array(rows.dropFirst(pageSize))
        return HistoryPage(rows: Array(rows.prefix(pageSize)), next: HistoryCursor(rawValue: nextCursor))
    }
}
