// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Why a manifest does not count; for the log.
struct UntrustedFile: Error, Hashable, CustomStringConvertible {
    var description: String
    /// Whether it could not be read, which says nothing of what is there.
    var isUnreadable = false
    /// Whether there is nothing at all.
    var isMissing = false
    /// The program that runs a script, where the file is one.
    var interpreter: String?

    init(description: String) { self.description = description }

    /// What the system says of a file.
    init(errno number: Int32, _ what: String) {
        description = "\(what): \(String(cString: strerror(number)))"
        isMissing = number == ENOENT || number == ENOTDIR
        // The others are what the disk, or the process's own limits, come to.
        isUnreadable = ![ENOENT, ENOTDIR, ELOOP, EACCES, EPERM, ENAMETOOLONG, ENXIO, ETXTBSY].contains(number)
    }
}
