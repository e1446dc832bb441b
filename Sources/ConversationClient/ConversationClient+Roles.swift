// SPDX-License-Identifier: Apache-2.0
import DBus

extension ConversationClient {
    /// Who holds the roles; a role that nobody holds is not among them.
    package func roles() async throws -> [RoleInfo] {
        try await call(ContractNames.roles, "List", returning: [RoleInfo].self)
    }

    /// Gives a role to an app; waits for the person's consent, a minute at most.
    package func setRole(_ role: String, to bundleIdentifier: String) async throws {
        _ = try await request(ContractNames.roles, "Set", role, bundleIdentifier, Self.noOptions)
    }

    /// Asks for a role for the app that calls; waits for the person's consent, a minute at most.
    package func requestRole(_ role: String) async throws {
        _ = try await request(ContractNames.roles, "Request", role, Self.noOptions)
    }

    /// Takes a role from whoever holds it.
    package func clearRole(_ role: String) async throws { try await call(ContractNames.roles, "Clear", role) }
}
