// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A file as the kernel knows it, whatever its path says.
struct FileIdentity: Equatable {
    private let device: UInt64
    private let inode: UInt64

    /// nil when there is no file.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}
