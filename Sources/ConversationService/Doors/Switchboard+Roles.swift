// SPDX-License-Identifier: Apache-2.0
package import Telephony

// What `org.dialtone.Roles1` asks for, and the rights that follow from the roles.
extension Switchboard {
    /// What a caller may do now. Roles that could not be read are tried again, for the next time it is asked.
    package func rights(of caller: Caller) -> Rights { roles.rights(of: caller) }

    /// Returns once it is known which of the roles a caller holds, or the patience for that is over.
    package func waitForRoles(for caller: Caller) async { _ = await roles.rightsOnceKnown(of: caller) }

    /// Who holds which role. Throws `TelephonyError`, also when the roles cannot be read.
    package func roleGrants(for caller: Caller) async throws -> [Role: RoleGrant] {
        try roles.rights(of: caller).control()
        return try await roles.onceKnown()
    }

    /// Gives a role to an installed app that qualifies, once the person agreed. Throws `TelephonyError`.
    package func setRole(_ role: Role, to bundleIdentifier: String, by caller: Caller) async throws {
        try roles.rights(of: caller).control()
        try await takeRole(role, bundleIdentifier, by: caller)
    }

    /// An app asks for a role for itself. Throws `TelephonyError`.
    package func requestRole(_ role: Role, by caller: Caller) async throws {
        try await takeRole(role, try caller.requireApp().bundleIdentifier, by: caller)
    }

    /// Empties a role at once, whatever the disk does; it is written when that is possible. Throws `TelephonyError`.
    package func clearRole(_ role: Role, by caller: Caller) throws {
        try roles.rights(of: caller).control()
        roles.clear(role)
    }

    private func takeRole(_ role: Role, _ bundleIdentifier: String, by caller: Caller) async throws {
        try await audited("role", "", by: caller.auditName) { reason in
            let app = try await roles.candidate(bundleIdentifier, for: role)
            reason = "\(role.rawValue): \(bundleIdentifier)"
            let isAsked = !(isInDeveloperMode && roles.rights(of: caller).hasControl)
            try await roles.take(role, app, by: caller, isAsked: isAsked)
        }
    }
}
