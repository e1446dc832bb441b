// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A Unix stream socket that listens at a path, which is removed with it.
final class ListeningSocket {
    let path: String
    let descriptor: Int32

    /// Throws `SocketFailure`, also when somebody else listens there already.
    init(_ path: String) throws(SocketFailure) {
        // A class that throws once it is complete is torn down by `deinit`, which would unlink another's socket.
        descriptor = try Self.listen(at: path)
        self.path = path
    }

    private static func listen(at path: String) throws(SocketFailure) -> Int32 {
        var address = try address(path)
        try removeStale(path, &address)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SocketFailure(path) }
        let isBound = with(&address) { bind(descriptor, $0, $1) } == 0
        guard isBound, Glibc.listen(descriptor, 8) == 0, setNonBlocking(descriptor) else {
            let failure = SocketFailure(path)
            close(descriptor)
            if isBound { unlink(path) }
            throw failure
        }
        return descriptor
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    /// The next connection that waits; nil when none does.
    func accept() -> Connection? {
        let accepted = Glibc.accept(descriptor, nil, nil)
        guard accepted >= 0 else { return nil }
        guard setNonBlocking(accepted) else {
            close(accepted)
            return nil
        }
        return Connection(accepted)
    }

    private static func address(_ path: String) throws(SocketFailure) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard !path.isEmpty, path.utf8.count < room else { throw SocketFailure(path, reason: "the path is too long") }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return address
    }

    /// Removes the socket that a process left behind; one that somebody listens on stays.
    private static func removeStale(_ path: String, _ address: inout sockaddr_un) throws(SocketFailure) {
        let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(probe) }
        let isTaken = with(&address) { connect(probe, $0, $1) } == 0
        guard !isTaken else { throw SocketFailure(path, reason: "somebody listens there already") }
        let isRefused = errno == ECONNREFUSED
        var status = stat()
        // A plain file refuses connections too.
        if isRefused, lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK { unlink(path) }
    }

    private static func with(
        _ address: inout sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

/// Also keeps it from child processes.
func setNonBlocking(_ descriptor: Int32) -> Bool {
    fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 && fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0
}
