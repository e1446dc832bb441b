// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The accepted end of a stream socket, without blocking; closed with its last reference.
final class Connection {
    /// Bytes that wait for a reader; one that falls further behind is closed.
    static let maximumUnsent = 1 << 20

    let descriptor: Int32
    private var unsent: [UInt8] = []
    private(set) var isClosed = false

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// What poll(2) is to look for.
    var interest: Int16 { Int16(POLLIN) | (unsent.isEmpty ? 0 : Int16(POLLOUT)) }

    /// What has arrived; empty when nothing has, or when the other end is gone (`isClosed`).
    func read() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { isClosed = true }
        return Array(bytes.prefix(max(count, 0)))
    }

    /// Writes at once when nothing waits before it, so that each write is one on the wire.
    func write(_ text: String) {
        unsent += text.utf8
        flush()
        if unsent.count > Self.maximumUnsent { isClosed = true }
    }

    func flush() {
        guard !unsent.isEmpty else { return }
        let count = send(descriptor, unsent, unsent.count, Int32(MSG_NOSIGNAL))
        if count > 0 { unsent.removeFirst(count) }
        if count < 0 && errno != EAGAIN && errno != EINTR { isClosed = true }
    }

    func end() { isClosed = true }
}
