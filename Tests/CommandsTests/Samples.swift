// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

@testable import Commands

enum Samples {
    static let a = uuid("AAAAAAAA-0000-4000-8000-000000000001")
    static let b = uuid("AAAABBBB-0000-4000-8000-000000000002")
    static let date = Date(timeIntervalSince1970: 1_000_000_000)

    static func uuid(_ text: String) -> UUID { UUID(uuidString: text) ?? UUID() }

    static func conversation(
        _ uuid: UUID = a, _ state: String = "joined", direction: String = "outgoing", connected: Bool = true,
        outcome: String = "open", cause: String? = nil, reason: String = ""
    ) -> ConversationOutput {
        let handle = HandleOutput(type: "phoneNumber", value: "5550100", displayName: "")
        return ConversationOutput(
            uuid: uuid, state: state, direction: direction, handles: [handle], service: nil, startedAt: date,
            connectedAt: connected ? date : nil, outcome: outcome, cause: cause, reason: reason)
    }

    static func row(
        _ name: String = "", uuid: UUID = a, direction: String = "incoming", service: UUID? = nil, isRead: Bool = false
    ) -> HistoryOutput {
        let handle = HandleOutput(type: "phoneNumber", value: "5550100", displayName: name)
        return HistoryOutput(
            uuid: uuid, direction: direction, handles: [handle], service: service, startedAt: date, duration: 61.5,
            outcome: "connected", status: "connected", isRead: isRead)
    }
}
