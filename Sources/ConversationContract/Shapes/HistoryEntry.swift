// SPDX-License-Identifier: Apache-2.0
package import DBus
package import FoundationEssentials
package import Telephony

/// A history row on the bus.
package struct HistoryEntry: DBusStruct, Hashable {
    /// UUID text.
    package var id: String
    /// The other side; empty for a caller who is hidden.
    package var handles: [Handle]
    /// The start, in seconds since the reference date.
    package var date: Double
    /// Seconds since connection.
    package var duration: Double
    /// `Outcome.name`; an open set.
    package var outcome: String
    /// outgoing or incoming.
    package var direction: String
    /// Whether the person has seen that it was missed.
    package var isRead: Bool
    /// UUID text, or "".
    package var service: String
    /// What further is known, by name (`EndCause`); an unknown name is carried.
    package var details: [String: Variant]

    package init(
        id: String, handles: [Handle], date: Double, duration: Double, outcome: String, direction: String, isRead: Bool,
        service: String, details: [String: Variant] = [:]
    ) {
        self.id = id
        self.handles = handles
        self.date = date
        self.duration = duration
        self.outcome = outcome
        self.direction = direction
        self.isRead = isRead
        self.service = service
        self.details = details
    }

    /// A stored row as the bus carries it.
    package init(_ row: ConversationRecord) {
        self.init(
            id: row.id.uuidString, handles: row.handles, date: row.startedAt.timeIntervalSinceReferenceDate,
            duration: row.duration, outcome: row.outcome.name, direction: row.direction.rawValue, isRead: row.isRead,
            service: row.service?.uuidString ?? "", details: .details(cause: row.cause))
    }

    /// When it began.
    package var startedAt: Date { Date(timeIntervalSinceReferenceDate: date) }

    /// Why it ended; nil while it lasts, and where nobody saw its end.
    package var cause: EndCause? { details.cause }

    package static let layout = StructLayout(
        HistoryEntry.init(id:handles:date:duration:outcome:direction:isRead:service:details:)
    ) { ($0.id, $0.handles, $0.date, $0.duration, $0.outcome, $0.direction, $0.isRead, $0.service, $0.details) }
}
