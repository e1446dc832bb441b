// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
package import Telephony

extension Switchboard {
    /// Who holds which role. Throws `TelephonyError`, also when the roles cannot be read.
    package func roleGrants(for caller: Caller) async throws -> [Role: RoleGrant] {
        try rights(of: caller).control()
        return try await knownRoles()
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

    /// Empties a role at once, whatever the disk does; it is written when that is possible. Throws `TelephonyError`.
    package func clearRole(_ role: Role, by caller: Caller) throws {
        try rights(of: caller).control()
        roles.take(role)
        rolesChanged()
    }

    private func takeRole(_ role: Role, _ bundleIdentifier: String, by caller: Caller) async throws {
        try await audited("role", "", by: caller.auditName) { reason in
            let app = try await candidate(bundleIdentifier, for: role)
            reason = "\(role.rawValue): \(bundleIdentifier)"
            // Who holds it keeps it, and the rows since then.
            guard try await knownRoles()[role]?.isHeld(by: app) != true else { return }
            if !mayChangeRolesUnasked(caller) {
                try await requireConsent(try await prompt(for: role, app, by: caller))
            }
            try await give(role, to: app)
        }
    }

    private func give(_ role: Role, to app: AppIdentity) async throws {
        let ticket = roles.ticket(for: role)
        let since = try await parts.history.latestSequence()
        // A minute may have passed: it has to be there still, to be that program, and to qualify.
        guard try await candidate(app.bundleIdentifier, for: role).program == app.program else {
            throw TelephonyError(.unknownApp, "another program has taken the app's place; choose the app again")
        }
        let grant = RoleGrant(
            bundleIdentifier: app.bundleIdentifier, program: app.program, sinceSequence: since,
            grantedAt: parts.time.date)
        try Task.checkCancellation()
        try await parts.roles.setGrant(grant, for: role)
        try noteGiven(role, grant, ticket)
        // It may have gone while that was written.
        await appsChanged()
    }

    private func noteGiven(_ role: Role, _ grant: RoleGrant, _ ticket: Int) throws(TelephonyError) {
        defer { rolesChanged() }
        try roles.give(role, to: grant, ticket: ticket)
    }

    /// Tells everybody, and the disk.
    func rolesChanged() {
        publish(.roles(roles.grants))
        writeRolesSoon()
    }

    private func mayChangeRolesUnasked(_ caller: Caller) -> Bool { isInDeveloperMode && rights(of: caller).hasControl }

    private func candidate(_ bundleIdentifier: String, for role: Role) async throws -> AppIdentity {
        let apps = try await parts.catalog.installedApps()
        guard let app = apps.first(where: { $0.bundleIdentifier == bundleIdentifier }) else {
            throw TelephonyError(.unknownApp, "no installed app has this identifier; dialtone apps lists them")
        }
        try role.requireQualification(of: app)
        return app
    }

    private func prompt(for role: Role, _ app: AppIdentity, by caller: Caller) async throws -> ConsentPrompt {
        guard let asker = caller.app else { throw TelephonyError(.unknownApp, "the calling program has no manifest") }
        let grant = roles.grants[role]
        let holder = grant?.bundleIdentifier
        let holderName = try await parts.catalog.installedApps().first { grant?.isHeld(by: $0) == true }?.displayName
        return ConsentPrompt(
            asker: .app(identifier: asker.bundleIdentifier, name: asker.displayName),
            act: .takeRole(role, app: app.bundleIdentifier, name: app.displayName, from: holderName ?? holder))
    }

    /// Every installed app. Throws `TelephonyError`.
    package func apps(for caller: Caller) async throws -> [AppIdentity] {
        try rights(of: caller).control()
        return try await parts.catalog.installedApps()
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
}
