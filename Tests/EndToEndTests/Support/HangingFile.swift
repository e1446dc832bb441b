// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport

/// A file that nobody else can open: whoever tries waits, as on a disk that hangs, until it is let go of or the kernel has
/// waited for long enough (fcntl(2), F_SETLEASE; 45 s unless /proc/sys/fs/lease-break-time says otherwise).
final class HangingFile: Sendable {
    private let descriptor: Int32

    init(_ path: String) throws {
        // The kernel tells by this signal that somebody waits.
        signal(SIGIO, SIG_IGN)
        descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0, fcntl(descriptor, Self.setLease, F_WRLCK) == 0 else {
            throw Unexpected(description: "no lease on \(path): errno \(errno)")
        }
    }

    deinit { close(descriptor) }

    /// Lets everybody open it.
    func letGo() { _ = fcntl(descriptor, Self.setLease, F_UNLCK) }

    /// F_SETLEASE
    private static let setLease: Int32 = 1_024
}
