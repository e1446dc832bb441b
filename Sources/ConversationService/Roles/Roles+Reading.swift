// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

// Reading the roles, and writing what of them is not on disk: what waits for the disk.
extension Roles {
    /// The roles, read now when they could not be read before. Throws `TelephonyError`: why they are not known.
    func onceKnown() async throws(TelephonyError) -> [Role: RoleGrant] {
        await waitUntilKnown()
        return try known.get()
    }

    /// What a caller may do, once it is known who holds the roles or the patience for that is over.
    func rightsOnceKnown(of caller: Caller) async -> Rights {
        if !rights(of: caller).hasControl { await waitUntilKnown() }
        return rights(of: caller)
    }

    /// Returns once the roles are known, or could not be read once more, or the patience is over.
    func waitUntilKnown() async {
        guard !areKnown else { return }
        readSoon()
        if hasFirstReader {
            let isTaken = commons.jobs.add { [time = commons.time] board in
                try? await time.sleep(until: time.uptime + Switchboard.patienceForRoles)
                board.roles.endWait()
            }
            guard isTaken else { return }
        }
        try? await withCheckedThrowingContinuation { wait($0) }
    }

    /// Reads the roles and returns when that is done, well or not.
    func read() async { if beginReading() { await readNow() } }

    func readNow() async {
        do {
            let grants = try await store.grants()
            // Before they count: who holds a role by what is on disk may have gone since.
            let apps = try? await catalog.installedApps()
            read(grants, among: apps)
            commons.news.publish(.roles(self.grants))
        } catch {
            noteUnread(error)
        }
        endReading()
    }

    /// Writes until all are on disk.
    func write() async {
        var trouble: String?
        while let (role, grant) = nextToWrite() {
            do {
                try await store.setGrant(grant, for: role)
            } catch {
                writingFailed(role)
                if trouble != "\(error)" { commons.log("roles: \(error)") }
                trouble = "\(error)"
                guard (try? await commons.time.sleep(until: commons.now + Switchboard.roleRetryInterval)) != nil else {
                    return giveUpWriting()
                }
            }
        }
    }
}

// Whether the holders of the roles are still installed.
extension Roles {
    /// Manifests came, went or changed: a holder that stays gone or does not qualify any more loses its role.
    func review() async {
        do {
            review(try await catalog.installedApps())
        } catch {
            // Manifests that cannot be read do not say that an app has gone.
            commons.log("roles: \(error)")
            reviewLater()
        }
    }

    /// Returns false when the service ends first.
    func patienceIsOver() async -> Bool {
        (try? await commons.time.sleep(until: commons.now + Switchboard.patienceForHolders)) != nil
    }

    /// Empties the role unless its holder comes back.
    func emptyWhenGone(_ role: Role, missingSince since: Date) async {
        while isMissing(role, since: since) {
            guard await patienceIsOver() else { return }
            guard let apps = try? await catalog.installedApps() else { continue }
            return expire(role, missingSince: since, apps: apps)
        }
    }
}
