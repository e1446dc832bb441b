// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Telephony

/// What the library needs from the system's end. Methods throw `TelephonyError`, or `CancellationError`.
protocol TelephonyConnection: Sendable {
    /// Connects, stays connected over restarts of the daemon, and reports; returns at once and is called once.
    ///
    /// - Parameter report: Called on the connection's own thread, in order.
    func open(_ report: @escaping @Sendable (TelephonyReport) -> Void)

    /// Returns when the conversation was taken.
    func start(_ request: StartRequest) async throws

    /// The first page of a result, from one snapshot.
    func history(matching query: HistoryQuery) async throws -> HistoryPage

    /// The next page of the same snapshot; `invalidQuery` when the snapshot is gone.
    func historyPage(after cursor: HistoryCursor) async throws -> HistoryPage

    /// Gives up a snapshot.
    func closeHistory(_ cursor: HistoryCursor) async

    /// Marks rows as read; idempotent. At most `ConversationHistoryManager.markBatch` ids at once.
    func markRead(_ ids: [UUID]) async throws
}

/// What a connection reports without being asked.
enum TelephonyReport: Sendable {
    /// What can dial now; after each connect and at each change. Empty without a modem.
    case services([Telephony.CellularService])
    /// Why nothing is known of services: no daemon, no bus, no manifest, no entitlement.
    case servicesUnavailable(TelephonyError)
    /// The history this app may see has changed, or may have while there was no connection.
    case historyChanged
}
