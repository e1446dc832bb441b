// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// A recent conversation as this program prints it, in the words of `ConversationOutput`. Every key is always there.
struct HistoryOutput: Encodable, Hashable, Sendable {
    var uuid: UUID
    /// `outgoing` or `incoming`.
    var direction: String
    var handles: [HandleOutput]
    var service: UUID?
    var startedAt: Date
    /// Seconds since connection.
    var duration: Double
    /// How it turned out: `open connected missed declined answeredElsewhere cancelled busy unanswered failed blocked`.
    var outcome: String
    /// Why it ended; nil where nobody knows.
    var cause: String?
    /// The cause in a sentence of the modem or the network; "" for none.
    var reason = ""
    /// One of Apple's five: `connected missed answeredElsewhere cancelled unknown`.
    var status: String
    var isRead: Bool

    private enum CodingKeys: String, CodingKey {
        case uuid, direction, handles, service, startedAt, duration, outcome, cause, reason, status, isRead
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(uuid, forKey: .uuid)
        try container.encode(direction, forKey: .direction)
        try container.encode(handles, forKey: .handles)
        try container.encode(service, forKey: .service)
        try container.encode(startedAt, forKey: .startedAt)
        try container.encode(duration, forKey: .duration)
        try container.encode(outcome, forKey: .outcome)
        try container.encode(cause, forKey: .cause)
        try container.encode(reason, forKey: .reason)
        try container.encode(status, forKey: .status)
        try container.encode(isRead, forKey: .isRead)
    }
}
