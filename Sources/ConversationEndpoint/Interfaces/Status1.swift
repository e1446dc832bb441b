// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import ConversationService
import DBus
import FoundationEssentials

extension ConversationEndpoint {
    /// org.dialtone.Status1: how the daemon does.
    nonisolated var statusInterface: Interface {
        Interface(
            ContractNames.status,
            methods: [
                Method("Get", results: ["facts", "backends", "lines"]) {
                    [self] (call: CallContext) async throws -> (
                        [String: Variant], [StatusInfo.Backend], [StatusInfo.Line]
                    ) in
                    let status = try await board.status(for: caller(of: call))
                    return (status.facts, status.backendInfos, status.lineInfos)
                }
            ])
    }
}

extension ServiceStatus {
    fileprivate var facts: [String: Variant] {
        [
            "version": .string(dialtoneVersion), "developerMode": .bool(isInDeveloperMode),
            "simulated": .bool(isSimulated),
            "conversations": .uint32(UInt32(conversations)), "history": .string(historyTrouble ?? ""),
            "emergency": .string(emergencyTrouble ?? ""), "replaced": .bool(ProgramFile.isReplaced),
        ]
    }

    fileprivate var backendInfos: [StatusInfo.Backend] {
        backends.map { StatusInfo.Backend(name: $0.name, trouble: $0.trouble ?? "") }
    }

    fileprivate var lineInfos: [StatusInfo.Line] {
        lines.map { StatusInfo.Line(label: $0.label, service: $0.service?.uuidString ?? "", trouble: $0.trouble ?? "") }
    }
}
