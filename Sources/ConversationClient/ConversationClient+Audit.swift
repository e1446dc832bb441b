// SPDX-License-Identifier: Apache-2.0
import DBus

extension ConversationClient {
    /// The last decisions, newest first.
    package func audit() async throws -> [AuditInfo] {
        try await call(ContractNames.audit, "List", returning: [AuditInfo].self)
    }
}
