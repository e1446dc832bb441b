// SPDX-License-Identifier: Apache-2.0

extension Outcome {
    /// The word for it outside the database; a switch, because every row of a page asks.
    package var name: String {
        switch self {
        case .open: "open"
        case .connected: "connected"
        case .missed: "missed"
        case .declined: "declined"
        case .answeredElsewhere: "answeredElsewhere"
        case .cancelled: "cancelled"
        case .busy: "busy"
        case .unanswered: "unanswered"
        case .failed: "failed"
        case .blocked: "blocked"
        }
    }

    /// The outcome of a name; nil for a name that a newer daemon uses.
    package init?(name: String) {
        guard let outcome = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = outcome
    }
}
