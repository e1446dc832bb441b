// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

// Whether the holders of the roles are still installed.
extension Switchboard {
    /// How long a holder of a role may be gone before the role is empty; nothing counts as the app meanwhile.
    package static let patienceForHolders = Duration.seconds(RoleBook.patience)

    /// Manifests came, went or changed: a holder that stays gone or does not qualify any more loses its role.
    package func appsChanged() async {
        do {
            let apps = try await parts.catalog.installedApps()
            let now = parts.time.date
            let isFirst = roles.areKnown && !areHoldersReviewed
            areHoldersReviewed = areHoldersReviewed || isFirst
            finishReview(isFirst ? roles.reviewAtStart(apps, at: now) : roles.review(apps, at: now))
        } catch {
            // Manifests that cannot be read do not say that an app has gone.
            log("roles: \(error)")
            reviewLater()
        }
    }

    /// Takes over what was read of the disk, without those who have gone since.
    func reviewAtStart(_ grants: [Role: RoleGrant]) async {
        let apps = try? await parts.catalog.installedApps()
        roles.read(grants)
        areHoldersReviewed = apps != nil
        guard let apps else { return reviewLater() }
        finishReview(roles.reviewAtStart(apps, at: parts.time.date))
    }

    /// Looks again, a little later.
    private func reviewLater() { spawn { [self] in await reviewAfterPatience() } }

    private func reviewAfterPatience() async {
        guard await patienceIsOver() else { return }
        await appsChanged()
    }

    /// Returns false when the service ends first.
    private func patienceIsOver() async -> Bool {
        (try? await parts.time.sleep(until: parts.time.uptime + Self.patienceForHolders)) != nil
    }

    /// Makes known what a look at the installed apps came to.
    private func finishReview(_ review: RoleBook.Review) {
        for (role, grant) in review.emptied { logEmptied(role, grant) }
        for (role, since) in review.missing { expect(role, missingSince: since) }
        if review.emptied.isEmpty { writeRolesSoon() } else { rolesChanged() }
    }

    /// Empties the role unless its holder comes back.
    private func expect(_ role: Role, missingSince since: Date) {
        spawn { [self] in await emptyWhenGone(role, missingSince: since) }
    }

    private func emptyWhenGone(_ role: Role, missingSince since: Date) async {
        while roles.grants[role]?.missingSince == since {
            guard await patienceIsOver() else { return }
            guard let apps = try? await parts.catalog.installedApps() else { continue }
            guard let grant = roles.expire(role, missingSince: since, apps: apps) else { return }
            logEmptied(role, grant)
            rolesChanged()
        }
    }

    private func logEmptied(_ role: Role, _ grant: RoleGrant) {
        log(
            "\(grant.bundleIdentifier) is no longer installed as the program that got it, or not qualified; "
                + "the role \(role.rawValue) is empty")
    }
}
