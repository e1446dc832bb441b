// SPDX-License-Identifier: Apache-2.0
internal import ConversationClient
internal import ConversationContract
internal import Foundation
internal import Telephony

extension Telephony.CellularService {
    /// Nil for an identifier that is no UUID.
    init?(_ info: ServiceInfo) {
        guard let id = UUID(uuidString: info.id) else { return nil }
        self.init(id: id, label: info.label)
    }
}

extension HistoryPage {
    /// Throws `invalidArgument` for rows that make no sense.
    init(_ page: HistoryEntryPage) throws {
        self.init(rows: try page.rows.map(ConversationRecord.init), next: page.next.map(HistoryCursor.init))
    }
}

extension ConversationRecord {
    /// Throws `invalidArgument` for a row that makes no sense; an outcome of a newer daemon counts as failed, which apps
    /// see as unknown.
    fileprivate init(_ entry: HistoryEntry) throws {
        guard let id = UUID(uuidString: entry.id), let direction = Telephony.Direction(rawValue: entry.direction) else {
            throw TelephonyError(.invalidArgument, "The history has a row that cannot be understood.")
        }
        self.init(
            id: id, direction: direction, handles: entry.handles, startedAt: entry.startedAt, duration: entry.duration,
            outcome: Outcome(name: entry.outcome) ?? .failed, isRead: entry.isRead)
    }
}
