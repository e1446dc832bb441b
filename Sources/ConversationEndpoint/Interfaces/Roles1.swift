// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import ConversationService
import DBus
import FoundationEssentials
import Telephony

extension ConversationEndpoint {
    /// org.dialtone.Roles1: who is the default dialer app and the default calling app.
    nonisolated var rolesInterface: Interface {
        Interface(
            ContractNames.roles,
            methods: [
                Method("List", results: ["roles"]) { [self] (call: CallContext) async throws -> [RoleInfo] in
                    try await board.roleGrants(for: caller(of: call)).sorted { $0.key.rawValue < $1.key.rawValue }.map {
                        role, grant in
                        RoleInfo(
                            role: role.rawValue, bundleIdentifier: grant.bundleIdentifier,
                            since: grant.grantedAt.timeIntervalSinceReferenceDate)
                    }
                },
                Method("Set", arguments: ["role", "app"]) {
                    [self] (call: CallContext, role: String, app: String) async throws in
                    try await board.setRole(Self.role(role), to: app, by: caller(of: call))
                },
                Method("Clear", arguments: ["role"]) { [self] (call: CallContext, role: String) async throws in
                    try await board.clearRole(Self.role(role), by: caller(of: call))
                },
            ])
    }

    private static func role(_ name: String) throws -> Role {
        guard let role = Role(rawValue: name) else {
            throw TelephonyError(.invalidArgument, "there is no such role; the roles are dialer and calling")
        }
        return role
    }
}
