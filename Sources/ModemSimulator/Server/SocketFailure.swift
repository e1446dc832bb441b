// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A system call that failed on a socket.
package struct SocketFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The socket.
    package let path: String
    /// What the system said.
    package let reason: String

    /// Takes the reason from `errno`.
    init(_ path: String) { self.init(path, reason: String(cString: strerror(errno))) }

    init(_ path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    package var description: String { "cannot listen on \(path): \(reason)" }
}
