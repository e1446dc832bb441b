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
