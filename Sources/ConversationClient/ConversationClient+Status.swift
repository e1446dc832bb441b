// SPDX-License-Identifier: Apache-2.0
import DBus

extension ConversationClient {
    /// How the daemon does.
    package func status() async throws -> StatusInfo {
        let (facts, backends, lines) = try await call(
            ContractNames.status, "Get", returning: [String: Variant].self, [StatusInfo.Backend].self,
            [StatusInfo.Line].self)
        return try await translatingErrors { try StatusInfo(facts: facts, backends: backends, lines: lines) }
    }
}
