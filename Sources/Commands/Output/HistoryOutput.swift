// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// A recent conversation as this program prints it.
struct HistoryOutput: Encodable, Hashable, Sendable {
    var id: UUID
    var handles: [HandleOutput]
    var date: Date
    /// Seconds since connection.
    var duration: Double
    /// One of Apple's five: `connected missed answeredElsewhere cancelled unknown`.
    var status: String
    /// `outgoing` or `incoming`.
    var direction: String
    var isRead: Bool
    /// How it turned out, more finely than `status`; for a person alone.
    var outcome: String = ""

    private enum CodingKeys: String, CodingKey {
        case id, handles, date, duration, status, direction, isRead
    }
}
