// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import FoundationEssentials

enum Samples {
    static let a = "AAAAAAAA-0000-4000-8000-000000000001"
    static let b = "AAAABBBB-0000-4000-8000-000000000002"
    static let date = Date(timeIntervalSince1970: 1_000_000_000)

    static func service(_ id: String = a, _ label: String = "") -> ServiceInfo { ServiceInfo(id: id, label: label) }

    static func status() -> StatusInfo {
        guard var status = try? StatusInfo(facts: [:], backends: [], lines: []) else {
            preconditionFailure("a status without facts is none of another version")
        }
        (status.version, status.isInDeveloperMode, status.isSimulated) = (dialtoneVersion, true, true)
        return status
    }

    static func conversation(
        _ id: String = a, _ phase: ConversationPhase = .active, direction: String = "outgoing", connected: Bool = true,
        outcome: String = "open", cause: EndCause.Kind? = nil, reason: String = ""
    ) -> ConversationInfo {
        ConversationInfo(
            id: id, state: phase.state.rawValue, phase: phase.rawValue, direction: direction,
            handles: [.number("5550100")], service: "", app: "", started: date.timeIntervalSinceReferenceDate,
            connected: connected ? date.timeIntervalSinceReferenceDate : .nan, outcome: outcome,
            details: .details(cause: cause.map { EndCause($0, reason) }))
    }

    static func row(
        _ name: String = "", id: String = a, direction: String = "incoming", service: String = "", isRead: Bool = false
    ) -> HistoryEntry {
        HistoryEntry(
            id: id, handles: [Handle(type: .phoneNumber, value: "5550100", displayName: name)],
            date: date.timeIntervalSinceReferenceDate, duration: 61.5, outcome: "connected", direction: direction,
            isRead: isRead, service: service)
    }
}
