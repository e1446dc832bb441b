// SPDX-License-Identifier: Apache-2.0

/// How a past conversation is shown to apps: Apple's five statuses, by their case names.
package enum RecentStatus: String, Codable, Hashable, Sendable, CaseIterable {
    case connected, missed, answeredElsewhere, cancelled, unknown

    /// The status of an outcome (ours): an outgoing conversation that did not connect counts as cancelled, and what
    /// Apple has no word for (declined, failed, blocked, still joining) as unknown.
    ///
    /// - Parameter isConnected: Whether an open conversation has connected.
    package init(_ outcome: Outcome, isConnected: Bool) {
        self =
            switch outcome {
            case .open: isConnected ? .connected : .unknown
            case .connected: .connected
            case .missed: .missed
            case .answeredElsewhere: .answeredElsewhere
            case .cancelled, .busy, .unanswered: .cancelled
            case .declined, .failed, .blocked: .unknown
            }
    }
}

extension ConversationRecord {
    /// The status apps see.
    package var status: RecentStatus { RecentStatus(outcome, isConnected: connectedAt != nil) }
}
