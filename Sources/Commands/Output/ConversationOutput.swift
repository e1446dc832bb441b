// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// A conversation as this program prints it. Every key is always there.
struct ConversationOutput: Encodable, Hashable, Sendable {
    var uuid: UUID
    /// One of Apple's six: `idle joining joined paused leaving left`.
    var state: String
    /// `outgoing` or `incoming`.
    var direction: String
    var handles: [HandleOutput]
    var service: UUID?
    var startedAt: Date?
    var connectedAt: Date?
    /// How it turned out, `open` until it has left.
    var outcome: String = "open"
    /// Why it ended (`EndCause` of the daemon, such as `lost`); nil while it is up, and where nobody knows.
    var cause: String?
    /// The cause in a sentence of the modem or the network; "" for none.
    var reason = ""
    /// Tones that were dialed after the number and wait for the person; "" for none.
    var waitingTones = ""

    private enum CodingKeys: String, CodingKey {
        case uuid, state, direction, handles, service, startedAt, connectedAt, outcome, cause, reason, waitingTones
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(uuid, forKey: .uuid)
        try container.encode(state, forKey: .state)
        try container.encode(direction, forKey: .direction)
        try container.encode(handles, forKey: .handles)
        try container.encode(service, forKey: .service)
        try container.encode(startedAt, forKey: .startedAt)
        try container.encode(connectedAt, forKey: .connectedAt)
        try container.encode(outcome, forKey: .outcome)
        try container.encode(cause, forKey: .cause)
        try container.encode(reason, forKey: .reason)
        try container.encode(waitingTones, forKey: .waitingTones)
    }
}

extension ConversationOutput {
    var hasLeft: Bool { state == "left" }

    /// A line about its state, for a person: `joined`, `joined (77# waits for dialtone tones)`, or `left (busy)`.
    var stateText: String {
        if hasLeft, outcome != "open" { return "left (\(reason.isEmpty ? outcome : "\(outcome): \(reason)"))" }
        return waitingTones.isEmpty ? state : "\(state) (\(waitingTones) waits for dialtone tones)"
    }
}
