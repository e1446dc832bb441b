// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

// Taking a role: looks at the app, asks the person, writes.
extension Roles {
    /// Gives a role to an installed app that qualifies, once the person agreed. Throws `TelephonyError`.
    ///
    /// - Parameter isAsked: whether the person is asked.
    /// - Returns: false when the app holds it already; it keeps it, and the rows since then.
    func take(_ role: Role, _ app: AppIdentity, by caller: Caller, isAsked: Bool) async throws {
        guard try await onceKnown()[role]?.isHeld(by: app) != true else { return }
        if isAsked { try await consent.require(try await prompt(for: role, app, by: caller)) }
        try await give(role, to: app)
    }

    /// The installed app of this name. Throws `unknownApp`, `doesNotQualify`.
    func candidate(_ bundleIdentifier: String, for role: Role) async throws -> AppIdentity {
        let apps = try await catalog.installedApps()
        guard let app = apps.first(where: { $0.bundleIdentifier == bundleIdentifier }) else {
            throw TelephonyError(.unknownApp, "no installed app has this identifier; dialtone apps lists them")
        }
        try role.requireQualification(of: app)
        return app
    }

    private func give(_ role: Role, to app: AppIdentity) async throws {
        let ticket = ticket(for: role)
        let since = try await history.latestSequence()
        // A minute may have passed: it has to be there still, to be that program, and to qualify.
        guard try await candidate(app.bundleIdentifier, for: role).program == app.program else {
            throw TelephonyError(.unknownApp, "another program has taken the app's place; choose the app again")
        }
        let grant = RoleGrant(
            bundleIdentifier: app.bundleIdentifier, program: app.program, sinceSequence: since,
            grantedAt: commons.time.date)
        try Task.checkCancellation()
        try await store.setGrant(grant, for: role)
        try give(role, to: grant, ticket: ticket)
        // It may have gone while that was written.
        await review()
    }

    private func prompt(for role: Role, _ app: AppIdentity, by caller: Caller) async throws -> ConsentPrompt {
        let asker = try caller.requireApp()
        let grant = grants[role]
        let holderName = try await catalog.installedApps().first { grant?.isHeld(by: $0) == true }?.displayName
        return ConsentPrompt(
            asker: .app(identifier: asker.bundleIdentifier, name: asker.displayName),
            act: .takeRole(
                role, app: app.bundleIdentifier, name: app.displayName, from: holderName ?? grant?.bundleIdentifier))
    }
}

extension Caller {
    /// The app that calls. Throws `unknownApp`.
    func requireApp() throws(TelephonyError) -> AppIdentity {
        guard let app else { throw TelephonyError(.unknownApp, "the calling program has no manifest") }
        return app
    }
}
