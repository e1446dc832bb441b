// SPDX-License-Identifier: Apache-2.0
import ConversationClient

extension ConversationInfo {
    /// What is wrong with how an outgoing conversation ended; nil when it was connected and ended by either side.
    var failure: CommandFailure? {
        let because = reason.isEmpty ? "" : " (\(reason))"
        if connectedAt != nil {
            guard let kind = cause?.kind, [.lost, .failed].contains(kind) else { return nil }
            return CommandFailure("the conversation was cut off\(because); `dialtone dial` calls again", status: .lost)
        }
        return CommandFailure(
            "not connected: \(outcome)\(because); `dialtone dial` tries again", status: statusOfUnconnected)
    }

    private var statusOfUnconnected: CommandStatus {
        switch outcome {
        case "busy", "unanswered", "declined": .notReached
        case "cancelled": .givenUp
        default: cause?.kind == .declined ? .notReached : .notDialed
        }
    }
}
