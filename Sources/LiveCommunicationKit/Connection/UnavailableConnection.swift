// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Telephony

/// A connection to nothing.
struct UnavailableConnection: TelephonyConnection {
    private var error: TelephonyError {
        TelephonyError(.daemonUnavailable, "Dialtone is not running. Start dialtoned and try again.")
    }

    func open(_ report: @escaping @Sendable (TelephonyReport) -> Void) { report(.services([])) }
    func start(_ request: StartRequest) async throws { throw error }
    func history(matching query: HistoryQuery) async throws -> HistoryPage { throw error }
    func historyPage(after cursor: HistoryCursor) async throws -> HistoryPage { throw error }
    func closeHistory(_ cursor: HistoryCursor) async {}
    func markRead(_ ids: [UUID]) async throws { throw error }
}
