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
    /// A row that makes no sense here is left out, so that it does not hide the others.
    init(_ page: HistoryEntryPage) {
        self.init(rows: page.rows.compactMap(ConversationRecord.init), next: page.next.map(HistoryCursor.init))
    }
}

extension ConversationRecord {
    /// Nil for a row that makes no sense; an outcome of a newer daemon counts as failed, which apps see as unknown.
    fileprivate init?(_ entry: HistoryEntry) {
        guard let id = UUID(uuidString: entry.id), let direction = Telephony.Direction(rawValue: entry.direction) else {
            return nil
        }
        self.init(
            id: id, direction: direction, handles: entry.handles, startedAt: entry.startedAt, duration: entry.duration,
            outcome: Outcome(name: entry.outcome) ?? .failed, isRead: entry.isRead)
    }
}
