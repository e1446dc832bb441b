// SPDX-License-Identifier: Apache-2.0
package import DBus
package import FoundationEssentials
package import Telephony

/// A history row on the bus.
package struct HistoryEntry: DBusStruct, Hashable {
    /// UUID text.
    package var id: String
    package var handles: [Handle]
    /// The start, in seconds since the reference date.
    package var date: Double
    /// Seconds since connection.
    package var duration: Double
    /// `Outcome.name`; an open set.
    package var outcome: String
    package var direction: String
    package var isRead: Bool
    /// UUID text, or "".
    package var service: String

    package init(
        id: String, handles: [Handle], date: Double, duration: Double, outcome: String, direction: String, isRead: Bool,
        service: String
    ) {
        self.id = id
        self.handles = handles
        self.date = date
        self.duration = duration
        self.outcome = outcome
        self.direction = direction
        self.isRead = isRead
        self.service = service
    }

    /// A stored row as the bus carries it.
    package init(_ row: ConversationRecord) {
        self.init(
            id: row.id.uuidString, handles: row.handles, date: row.startedAt.timeIntervalSinceReferenceDate,
            duration: row.duration, outcome: row.outcome.name, direction: row.direction.rawValue, isRead: row.isRead,
            service: row.service?.uuidString ?? "")
    }

    package var startedAt: Date { Date(timeIntervalSinceReferenceDate: date) }

    package static let layout = StructLayout(
        HistoryEntry.init(id:handles:date:duration:outcome:direction:isRead:service:)
    ) { ($0.id, $0.handles, $0.date, $0.duration, $0.outcome, $0.direction, $0.isRead, $0.service) }
}
