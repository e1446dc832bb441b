// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// Who holds which role, and what of it is not on disk yet: a value, so that each change is one step.
///
/// Taking a role away counts here at once and is written when that is possible; giving one counts once it is on disk.
struct RoleBook {
    /// The grants; until they were read, why they are not known. A role that nobody can look up is not one that is empty.
    private(set) var known: Result<[Role: RoleGrant], TelephonyError> = .failure(
        TelephonyError(.databaseUnreadable, "the roles have not been read yet; try again"))
    /// Roles whose row on disk differs from what is here, or may.
    private(set) var unwritten: Set<Role> = []
    /// How often each role was taken away: a role that is being given meanwhile is not given.
    private var takings: [Role: Int] = [:]

    /// Seconds that a holder may be missing before the role is empty: package managers take an old version away before
    /// the new one is there, and the person chose the app and not its version.
    static let patience = 3.0

    /// The grants; none until they were read.
    var grants: [Role: RoleGrant] { (try? known.get()) ?? [:] }

    var areKnown: Bool { (try? known.get()) != nil }

    /// They could not be read.
    mutating func fail(with error: TelephonyError) {
        guard !areKnown else { return }
        known = .failure(error)
    }

    /// What was read; a role that was taken away before that stays empty.
    mutating func read(_ grants: [Role: RoleGrant]) {
        guard !areKnown else { return }
        // Also while that is being written: what was read may be from before.
        known = .success(grants.filter { takings[$0.key] == nil })
    }

    /// Empties a role, read or not.
    mutating func take(_ role: Role) {
        takings[role, default: 0] += 1
        unwritten.insert(role)
        change { $0[role] = nil }
    }

    /// Stands for a role as it is now, for `give`.
    func ticket(for role: Role) -> Int { takings[role, default: 0] }

    /// A role was given on disk. Throws `wrongState` when it was taken away since the ticket.
    mutating func give(_ role: Role, to grant: RoleGrant, ticket: Int) throws(TelephonyError) {
        // What was being written then may come behind what was written for this.
        unwritten.insert(role)
        guard ticket == self.ticket(for: role) else {
            throw TelephonyError(.wrongState, "the role was taken away meanwhile; choose the app again")
        }
        change { $0[role] = grant }
    }

    /// The next role to write and who holds it; it counts as written until that fails.
    mutating func nextToWrite() -> (role: Role, grant: RoleGrant?)? {
        guard let role = unwritten.min(by: { $0.rawValue < $1.rawValue }) else { return nil }
        unwritten.remove(role)
        return (role, grants[role])
    }

    /// A role could not be written.
    mutating func writingFailed(_ role: Role) { unwritten.insert(role) }

    private mutating func change(_ body: (inout [Role: RoleGrant]) -> Void) {
        guard var grants = try? known.get() else { return }
        body(&grants)
        known = .success(grants)
    }
}

extension RoleBook {
    /// What looking at the installed apps came to.
    struct Review {
        /// Roles that are empty from now on, with who held them.
        var emptied: [Role: RoleGrant] = [:]
        /// Roles whose holder was found missing now, and since when.
        var missing: [Role: Date] = [:]
    }

    /// Compares the holders with the apps that are installed, for the first time since the daemon began: who is missing
    /// then, or was missing for longer than the patience by the time of this look, has gone.
    mutating func reviewAtStart(_ apps: [AppIdentity], at now: Date) -> Review {
        var review = Review()
        for (role, grant) in grants {
            let hasBeenAway = grant.missingSince.map { abs(now.timeIntervalSince($0)) >= Self.patience } ?? false
            if !hasBeenAway, let holder = Self.holder(of: role, grant, among: apps) {
                keep(role, grant, for: holder)
            } else {
                review.emptied[role] = grant
                take(role)
            }
        }
        return review
    }

    /// Compares the holders with the apps that are installed now.
    mutating func review(_ apps: [AppIdentity], at now: Date) -> Review {
        var review = Review()
        for (role, grant) in grants {
            if let holder = Self.holder(of: role, grant, among: apps) {
                keep(role, grant, for: holder)
            } else if grant.missingSince == nil {
                review.missing[role] = now
                note(role) { $0.missingSince = now }
            }
        }
        return review
    }

    /// Empties a role whose holder has been missing since then and is missing still; returns who held it.
    mutating func expire(_ role: Role, missingSince since: Date, apps: [AppIdentity]) -> RoleGrant? {
        guard let grant = grants[role], grant.missingSince == since,
            Self.holder(of: role, grant, among: apps) == nil
        else { return nil }
        take(role)
        return grant
    }

    private static func holder(of role: Role, _ grant: RoleGrant, among apps: [AppIdentity]) -> AppIdentity? {
        apps.first { grant.isHeld(by: $0) && role.isQualified($0) }
    }

    /// The holder is there, maybe again.
    private mutating func keep(_ role: Role, _ grant: RoleGrant, for holder: AppIdentity) {
        guard grant.missingSince != nil || grant.program != holder.program else { return }
        note(role) { grant in
            grant.missingSince = nil
            grant.program = holder.program
        }
    }

    private mutating func note(_ role: Role, _ body: (inout RoleGrant) -> Void) {
        unwritten.insert(role)
        change { grants in
            guard var grant = grants[role] else { return }
            body(&grant)
            grants[role] = grant
        }
    }
}

extension Role {
    /// Whether an app may hold this role.
    func isQualified(_ app: AppIdentity) -> Bool { (try? requireQualification(of: app)) != nil }
}
