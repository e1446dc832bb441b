// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import FoundationEssentials

// What is on the bus, as this program prints it. An identifier that is no UUID comes from no daemon of ours: left out.

extension HandleOutput {
    init(_ handle: Handle) {
        self.init(type: "\(handle.type)", value: handle.value, displayName: handle.displayName)
    }
}

extension ServiceOutput {
    init?(_ info: ServiceInfo) {
        guard let id = UUID(uuidString: info.id) else { return nil }
        self.init(service: id, label: info.label)
    }
}

extension AppOutput {
    init(_ info: AppInfo) {
        self.init(
            bundleIdentifier: info.bundleIdentifier, displayName: info.displayName, entitlements: info.entitlements,
            backgroundModes: info.backgroundModes)
    }
}

extension ConversationOutput {
    init?(_ info: ConversationInfo) {
        guard let uuid = UUID(uuidString: info.id) else { return nil }
        self.init(
            uuid: uuid, state: info.state, direction: info.direction, handles: info.handles.map(HandleOutput.init),
            service: UUID(uuidString: info.service), startedAt: info.startedAt, connectedAt: info.connectedAt,
            outcome: info.outcome, cause: info.cause?.kind.rawValue, reason: info.cause?.message ?? "",
            waitingTones: info.waitingTones)
    }
}

extension MessageOutput {
    init(_ info: MessageInfo) {
        self.init(
            text: info.text, service: UUID(uuidString: info.service),
            session: info.session.flatMap(UUID.init(uuidString:)))
    }
}

extension HistoryOutput {
    init?(_ entry: HistoryEntry) {
        guard let id = UUID(uuidString: entry.id) else { return nil }
        let status = Outcome(name: entry.outcome)?.status ?? .unknown
        self.init(
            uuid: id, direction: entry.direction, handles: entry.handles.map(HandleOutput.init),
            service: UUID(uuidString: entry.service), startedAt: entry.startedAt, duration: entry.duration,
            outcome: entry.outcome, cause: entry.cause?.kind.rawValue, reason: entry.cause?.message ?? "",
            status: status.rawValue, isRead: entry.isRead)
    }
}

extension StatusOutput {
    init(_ info: StatusInfo) {
        self.init(
            version: info.version, developerMode: info.isInDeveloperMode, simulated: info.isSimulated,
            conversations: info.conversations, historyProblem: info.historyTrouble,
            emergencyProblem: info.emergencyTrouble, replaced: info.isReplaced || info.version != dialtoneVersion,
            backends: info.backends.map { Backend(name: $0.name, problem: $0.trouble) },
            lines: info.lines.map {
                Line(label: $0.label, service: UUID(uuidString: $0.service), problem: $0.trouble)
            })
    }
}
