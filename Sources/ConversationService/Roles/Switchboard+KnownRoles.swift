// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
package import Telephony

// Reading the roles, and writing what of them is not on disk: the jobs that wait for the disk.
extension Switchboard {
    /// How long whoever asks for the roles waits for a disk that does not answer.
    package static let patienceForRoles = Duration.seconds(2)
    /// How long it takes until roles that could not be read, or written, are tried again.
    package static let roleRetryInterval = Duration.seconds(5)

    /// The roles, read now when they could not be read before. Throws `TelephonyError`: why they are not known.
    func knownRoles() async throws -> [Role: RoleGrant] {
        await waitForRoles()
        return try roles.known.get()
    }

    /// What a caller may do, once it is known who holds the roles or the patience for that is over.
    func rightsOnceKnown(of caller: Caller) async -> Rights {
        await waitForRoles(for: caller)
        return rights(of: caller)
    }

    /// Returns once it is known which of the roles a caller holds, or the patience for that is over.
    package func waitForRoles(for caller: Caller) async {
        if !rights(of: caller).hasControl { await waitForRoles() }
    }

    /// Returns once the roles are known, or could not be read once more, or the patience is over.
    private func waitForRoles() async {
        guard !roles.areKnown else { return }
        readRolesSoon()
        if roleReaders?.isEmpty == true {
            guard spawn({ [self] in await losePatienceWithRoles() }) else { return }
        }
        await withCheckedContinuation { continuation in
            guard roleReaders != nil else { return continuation.resume() }
            roleReaders?.append(continuation)
        }
    }

    private func losePatienceWithRoles() async {
        try? await parts.time.sleep(until: parts.time.uptime + Self.patienceForRoles)
        endWaitForRoles()
    }

    /// Nobody waits for the roles any more.
    func endWaitForRoles() {
        let waiting = roleReaders ?? []
        if roleReaders != nil { roleReaders = [] }
        for reader in waiting { reader.resume() }
    }

    /// Reads the roles as a job, unless they are known or being read.
    func readRolesSoon() {
        guard !roles.areKnown, roleReaders == nil else { return }
        // Not when the service has ended: nobody would read them, and nobody waits.
        if spawn({ [self] in await readRolesNow() }) { roleReaders = [] }
    }

    /// Reads the roles and returns when that is done, well or not.
    func readRoles() async {
        guard !roles.areKnown, roleReaders == nil else { return }
        roleReaders = []
        await readRolesNow()
    }

    private func readRolesNow() async {
        do {
            let grants = try await parts.roles.grants()
            // Before they count: who holds a role by what is on disk may have gone since.
            await reviewAtStart(grants)
            publish(.roles(roles.grants))
        } catch {
            noteTrouble(error)
        }
        endWaitForRoles()
        roleReaders = nil
    }

    private func noteTrouble(_ error: any Error) {
        let trouble = error as? TelephonyError ?? TelephonyError(.databaseUnreadable, "the roles: \(error)")
        guard roles.known != .failure(trouble) else { return }
        roles.fail(with: trouble)
        log("roles: \(trouble)")
    }

    /// Writes what is not on disk, as a job that goes on until it is.
    func writeRolesSoon() {
        guard !isWritingRoles, !roles.unwritten.isEmpty else { return }
        isWritingRoles = true
        spawn { [self] in await writeRoles() }
    }

    private func writeRoles() async {
        var trouble: String?
        while let (role, grant) = roles.nextToWrite() {
            do {
                try await parts.roles.setGrant(grant, for: role)
            } catch {
                roles.writingFailed(role)
                if trouble != "\(error)" { log("roles: \(error)") }
                trouble = "\(error)"
                guard (try? await parts.time.sleep(until: parts.time.uptime + Self.roleRetryInterval)) != nil else {
                    break
                }
            }
        }
        isWritingRoles = false
    }
}
