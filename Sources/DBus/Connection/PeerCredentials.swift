// SPDX-License-Identifier: Apache-2.0
import CSystemd

/// Who is behind a connection, as the kernel told the bus when it was made.
package struct PeerCredentials: Hashable, Sendable {
    package var uid: UInt32
    package var pid: Int32
    /// A pidfd, opened while the connection was still there: it can not stand for a later process with the same pid
    /// unless the first one handed on its socket. Readable once the process has ended.
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
