// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
package import Telephony

extension Switchboard {
    /// Who holds which role. Throws `TelephonyError`.
    package func roleGrants(for caller: Caller) throws -> [Role: RoleGrant] {
        try rights(of: caller).control()
        return roles
    }

    /// Gives a role to an installed app that qualifies. Throws `TelephonyError`.
    package func setRole(_ role: Role, to bundleIdentifier: String, by caller: Caller) async throws {
        try requireRoleChange(by: caller)
        guard let app = await parts.catalog.installedApps().first(where: { $0.bundleIdentifier == bundleIdentifier })
        else {
            throw TelephonyError(.unknownApp, "no installed app has this identifier; dialtone apps lists them")
        }
        try role.requireQualification(of: app)
        let since = try await parts.history.latestSequence()
        try await change(
            role, to: RoleGrant(bundleIdentifier: bundleIdentifier, sinceSequence: since, grantedAt: parts.time.date))
    }

    /// Empties a role. Throws `TelephonyError`.
    package func clearRole(_ role: Role, by caller: Caller) async throws {
        try requireRoleChange(by: caller)
        try await change(role, to: nil)
    }

    /// Every installed app. Throws `TelephonyError`.
    package func apps(for caller: Caller) async throws -> [AppIdentity] {
        try rights(of: caller).control()
        return await parts.catalog.installedApps()
    }

    /// Installs an app's manifest for the person (developer mode). Throws `TelephonyError`.
    package func registerApp(directory: String, by caller: Caller) async throws -> AppIdentity {
        try rights(of: caller).control()
        guard isInDeveloperMode else {
            throw TelephonyError(
                .developerModeRequired,
                "apps in the person's own folder count only with dialtoned --developer-mode; install the app's package")
        }
        return try await parts.catalog.register(directory: directory)
    }

    private func requireRoleChange(by caller: Caller) throws {
        try rights(of: caller).control()
        guard isInDeveloperMode else {
            throw TelephonyError(
                .promptUnavailable,
                "a role changes only with the person's consent and nothing can ask for it; use dialtoned --developer-mode"
            )
        }
    }

    private func change(_ role: Role, to grant: RoleGrant?) async throws {
        try await parts.roles.setGrant(grant, for: role)
        roles[role] = grant
        publish(.roles)
    }
}
