// SPDX-License-Identifier: Apache-2.0
import CSystemd

extension Bus {
    /// Who is behind a unique name; on a connection to a peer, who is at its other end.
    ///
    /// Asks the bus each time: keep the answer until the name is gone. Throws `DBusError`, `nameHasNoOwner` if it is.
    package func credentials(of uniqueName: String) async throws -> PeerCredentials {
        guard !connection.isPeer else { return try peerCredentials() }
        let values = try await callBus("GetConnectionCredentials", uniqueName, returning: [String: Variant].self)
        guard let uid = values["UnixUserID"]?.uint32,
            let pid = values["ProcessID"]?.uint32.flatMap(Int32.init(exactly:))
        else { throw DBusError(DBusError.failed, "the bus does not tell who \(uniqueName) is") }
        if handsOutProcesses, let process = await processFromBus(of: uniqueName) {
            return PeerCredentials(uid: uid, pid: pid, process: process)
        }
        let process = PeerCredentials.openProcess(pid)
        // Only if the name is there after the pidfd was opened was the pid still its process's.
        guard try await owner(of: uniqueName) != nil else {
            throw DBusError(DBusError.nameHasNoOwner, "\(uniqueName) is gone")
        }
        return PeerCredentials(uid: uid, pid: pid, process: couldHaveMade(uniqueName, pid) ? process : nil)
    }

    private func peerCredentials() throws -> PeerCredentials {
        var credentials: OpaquePointer?
        let mask = UInt64(SD_BUS_CREDS_PID | SD_BUS_CREDS_EUID)
        try DBusError.check(sd_bus_get_owner_creds(try connection.open, mask, &credentials), "ask who the peer is")
        defer { sd_bus_creds_unref(credentials) }
        var pid: pid_t = 0
        var uid: uid_t = 0
        try DBusError.check(sd_bus_creds_get_euid(credentials, &uid), "ask who the peer is")
        try DBusError.check(sd_bus_creds_get_pid(credentials, &pid), "ask who the peer is")
        return PeerCredentials(uid: uid, pid: pid, process: PeerCredentials.openProcess(pid))
    }
}
