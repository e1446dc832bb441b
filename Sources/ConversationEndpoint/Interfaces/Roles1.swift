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
                    RoleInfo.list(try await board.roleGrants(for: caller(of: call)))
                },
                Method("Set", arguments: ["token", "role", "app", "options"], results: ["request"]) {
                    [self] (call: CallContext, token: String, role: String, app: String, _: Options<NoOptions>)
                        async throws -> ObjectPath in
                    let caller = try await caller(of: call)
                    try await board.rights(of: caller).control()
                    let role = try Self.role(role)
                    return try await request(for: call, by: caller, token: token) { [board] in
                        try await board.setRole(role, to: app, by: caller)
                        return [:]
                    }
                },
                Method("Request", arguments: ["token", "role", "options"], results: ["request"]) {
                    [self] (call: CallContext, token: String, role: String, _: Options<NoOptions>) async throws
                        -> ObjectPath in
                    let caller = try await caller(of: call)
                    let role = try Self.role(role)
                    return try await request(for: call, by: caller, token: token) { [board] in
                        try await board.requestRole(role, by: caller)
                        return [:]
                    }
                },
                Method("Clear", arguments: ["role"]) { [self] (call: CallContext, role: String) async throws in
                    try await board.clearRole(Self.role(role), by: caller(of: call))
                },
                Method("Subscribe") { [self] (call: CallContext) async throws in
                    try await board.rights(of: caller(of: call)).control()
                    await subscribe(call, to: .roles)
                },
            ],
            signals: [SignalDeclaration("Changed", arguments: ["roles"], [RoleInfo].self)])
    }

    private static func role(_ name: String) throws -> Role {
        guard let role = Role(rawValue: name) else {
            throw TelephonyError(.invalidArgument, "there is no such role; the roles are dialer and calling")
        }
        return role
    }
}
