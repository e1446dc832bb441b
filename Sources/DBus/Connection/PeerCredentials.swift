// SPDX-License-Identifier: Apache-2.0
import CSystemd

/// Who is behind a connection, as the kernel told the bus when it was made.
package struct PeerCredentials: Hashable, Sendable {
    /// The user.
    package var uid: UInt32
    /// The process.
    package var pid: Int32
    /// A pidfd, readable once the process has ended; nil when it had ended before. The bus's own one where it has one;
    /// else a later process with the same pid, whose forerunner handed on its socket, is told by when it began
    /// (`Bus.followArrivals`).
    package var process: FileDescriptor?

    /// Makes credentials.
    package init(uid: UInt32, pid: Int32, process: FileDescriptor? = nil) {
        self.uid = uid
        self.pid = pid
        self.process = process
    }

    /// Opens the pidfd; nil if the process is gone.
    static func openProcess(_ pid: Int32) -> FileDescriptor? {
        let descriptor = dialtone_pidfd_open(pid)
        return descriptor >= 0 ? FileDescriptor(owning: descriptor) : nil
    }
}
