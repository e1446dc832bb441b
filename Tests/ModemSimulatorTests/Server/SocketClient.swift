// SPDX-License-Identifier: Apache-2.0
import Glibc
import ModemSimulator

/// The other end of one of the simulator's sockets; every read has a deadline.
final class SocketClient {
    private let descriptor: Int32
    private var unread: [UInt8] = []

    /// Nil when nobody listens there.
    init?(_ path: String) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { return nil }
    }

    deinit { close(descriptor) }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// The text up to and with the ending; nil when the other end closes or is silent.
    func read(to ending: String) -> String? {
        let wanted = Array(ending.utf8)
        while true {
            if let end = unread.indices.first(where: { unread[$0...].starts(with: wanted) }) {
                defer { unread.removeFirst(end + wanted.count) }
                return String(decoding: unread[..<(end + wanted.count)], as: UTF8.self)
            }
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            guard count > 0 else { return nil }
            unread += bytes.prefix(count)
        }
    }

    /// Sends a request and returns the answer's line.
    func ask(_ json: String) -> String? {
        send(json + "\n")
        return read(to: "\n")
    }
}
