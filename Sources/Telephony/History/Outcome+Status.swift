// SPDX-License-Identifier: Apache-2.0

/// The five statuses that apps see (Apple: `RecentConversation.Status`); case names are Apple's.
package enum Status: String, Codable, Hashable, Sendable, CaseIterable {
    case connected, missed, answeredElsewhere, cancelled, unknown
}

extension Outcome {
    /// What an app is shown; `blocked` counts as missed, because it never rang and nobody answered.
    package var status: Status {
        switch self {
        case .connected: .connected
        case .missed, .blocked: .missed
        case .answeredElsewhere: .answeredElsewhere
        case .declined, .cancelled, .busy, .unanswered: .cancelled
        case .open, .failed: .unknown
        }
    }
}
