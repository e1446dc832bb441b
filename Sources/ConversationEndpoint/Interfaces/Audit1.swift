// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import ConversationService
import DBus
import FoundationEssentials

extension ConversationEndpoint {
    /// org.dialtone.Audit1: who asked for what, and how it was decided.
    nonisolated var auditInterface: Interface {
        Interface(
            ContractNames.audit,
            methods: [
                Method("List", results: ["decisions"]) { [self] (call: CallContext) async throws -> [AuditInfo] in
                    try await board.auditEntries(for: caller(of: call)).map { entry in
                        AuditInfo(
                            date: entry.date.timeIntervalSinceReferenceDate, app: entry.app, act: entry.act,
                            target: entry.target,
                            outcome: entry.outcome, reason: entry.reason)
                    }
                }
            ])
    }
}
