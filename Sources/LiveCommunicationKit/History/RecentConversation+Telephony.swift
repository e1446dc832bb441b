// SPDX-License-Identifier: Apache-2.0
internal import Telephony

extension ConversationHistoryManager.RecentConversation.Status {
    init(_ status: Telephony.Status) {
        self =
            switch status {
            case .connected: .connected
            case .missed: .missed
            case .answeredElsewhere: .answeredElsewhere
            case .cancelled: .cancelled
            case .unknown: .unknown
            }
    }

    var telephony: Telephony.Status {
        switch self {
        case .connected: .connected
        case .missed: .missed
        case .answeredElsewhere: .answeredElsewhere
        case .cancelled: .cancelled
        case .unknown: .unknown
        }
    }
}

extension ConversationHistoryManager.RecentConversation.Direction {
    init(_ direction: Telephony.Direction) {
        self =
            switch direction {
            case .outgoing: .outgoing
            case .incoming: .incoming
            }
    }

    var telephony: Telephony.Direction {
        switch self {
        case .outgoing: .outgoing
        case .incoming: .incoming
        }
    }
}
