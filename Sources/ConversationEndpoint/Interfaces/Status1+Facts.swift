// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import ConversationService
import DBus
import FoundationEssentials

extension ServiceStatus {
    var facts: [String: Variant] {
        [
            "version": .string(dialtoneVersion), "developerMode": .bool(isInDeveloperMode),
            "simulated": .bool(isSimulated),
            "conversations": .uint32(UInt32(conversations)), "history": .string(historyTrouble ?? ""),
            "emergency": .string(emergencyTrouble ?? ""), "replaced": .bool(ProgramFile.isReplaced),
        ]
    }

    var backendInfos: [StatusInfo.Backend] {
        backends.map { StatusInfo.Backend(name: $0.name, trouble: $0.trouble ?? "") }
    }

    var lineInfos: [StatusInfo.Line] {
        lines.map { StatusInfo.Line(label: $0.label, service: $0.service?.uuidString ?? "", trouble: $0.trouble ?? "") }
    }
}
