// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
package import Telephony

extension Switchboard {
    /// Who holds which role. Throws `TelephonyError`.
    package func roleGrants(for caller: Caller) throws -> [Role: RoleGrant] {
        try rights(of: caller).control()
        return roles
    }

    /// Gives a role to an installed app that qualifies, once the person agreed. Throws `TelephonyError`.
    package func setRole(_ role: Role, to bundleIdentifier: String, by caller: Caller) async throws {
        try rights(of: caller).control()
        try await takeRole(role, bundleIdentifier, by: caller)
    }

    /// An app asks for a role for itself. Throws `TelephonyError`.
    package func requestRole(_ role: Role, by caller: Caller) async throws {
        guard let app = caller.app else { throw TelephonyError(.unknownApp, "the calling program has no manifest") }
        try await takeRole(role, app.bundleIdentifier, by: caller)
    }

    /// Empties a role. Throws `TelephonyError`.
    package func clearRole(_ role: Role, by caller: Caller) async throws {
        try rights(of: caller).control()
        try await change(role, to: nil)
    }

    /// How long a holder of a role may be gone before the role is empty: package managers take an old version away
    /// before the new one is there, and the person chose the app and not its version. Nothing counts as the app meanwhile.
    package static let patienceForHolders = Duration.seconds(3)

    /// Manifests came, went or changed: a holder that stays gone or does not qualify any more loses its role.
    package func appsChanged() async {
        for (role, grant) in await lostRoles() {
            spawn { [self, time = parts.time] in
                do { try await time.sleep(until: time.uptime + Self.patienceForHolders) } catch { return }
                if await lostRoles()[role] == grant { await empty(role, grant) }
            }
        }
    }

    /// The roles whose holder is not installed now, or does not qualify.
    private func lostRoles() async -> [Role: RoleGrant] {
        let apps = await parts.catalog.installedApps()
        return roles.filter { role, grant in
            let holder = apps.first { $0.bundleIdentifier == grant.bundleIdentifier }
            return holder.map { (try? role.requireQualification(of: $0)) == nil } ?? true
        }
    }

    private func empty(_ role: Role, _ grant: RoleGrant) async {
        guard roles[role] == grant else { return }
        log("\(grant.bundleIdentifier) is no longer installed or qualified; the role \(role.rawValue) is empty")
        do { try await change(role, to: nil) } catch { log("roles: \(error)") }
    }

    private func takeRole(_ role: Role, _ bundleIdentifier: String, by caller: Caller) async throws {
        try await audited("role", "", by: caller.auditName) { reason in
            let app = try await candidate(bundleIdentifier, for: role)
            reason = "\(role.rawValue): \(bundleIdentifier)"
            // Who holds it keeps it, and the rows since then.
            guard roles[role]?.bundleIdentifier != bundleIdentifier else { return }
            if !mayChangeRolesUnasked(caller) {
                try await requireConsent(try await prompt(for: role, app, by: caller))
                // A minute may have passed: it has to be there still, and to qualify.
                _ = try await candidate(bundleIdentifier, for: role)
            }
            let since = try await parts.history.latestSequence()
            try await change(
                role,
                to: RoleGrant(bundleIdentifier: bundleIdentifier, sinceSequence: since, grantedAt: parts.time.date))
        }
    }

    private func mayChangeRolesUnasked(_ caller: Caller) -> Bool { isInDeveloperMode && rights(of: caller).hasControl }

    private func candidate(_ bundleIdentifier: String, for role: Role) async throws -> AppIdentity {
        guard let app = await parts.catalog.installedApps().first(where: { $0.bundleIdentifier == bundleIdentifier })
        else {
            throw TelephonyError(.unknownApp, "no installed app has this identifier; dialtone apps lists them")
        }
        try role.requireQualification(of: app)
        return app
    }

    private func prompt(for role: Role, _ app: AppIdentity, by caller: Caller) async throws -> ConsentPrompt {
        guard let asker = caller.app else { throw TelephonyError(.unknownApp, "the calling program has no manifest") }
        let holder = roles[role]?.bundleIdentifier
        let holderName = await parts.catalog.installedApps().first { $0.bundleIdentifier == holder }?.displayName
        return ConsentPrompt(
            asker: .app(identifier: asker.bundleIdentifier, name: asker.displayName),
            act: .takeRole(role, app: app.bundleIdentifier, name: app.displayName, from: holderName ?? holder))
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

    private func change(_ role: Role, to grant: RoleGrant?) async throws {
        try await parts.roles.setGrant(grant, for: role)
        roles[role] = grant
        publish(.roles(roles))
    }
}
