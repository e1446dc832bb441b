// SPDX-License-Identifier: Apache-2.0
package import DBus
import Glibc

/// Two buses connected to each other over a socketpair, on one loop; no daemon is needed.
///
/// Export on `server`, then `start()`.
package struct PeerPair: Sendable {
    /// The loop that both run on; started.
    package let loop: EventLoop
    /// The end that offers objects.
    package let server: Bus
    /// The end that calls.
    package let client: Bus

    /// Connects two buses. Throws `DBusError`.
    package init() throws {
        let (first, second) = try Self.sockets()
        loop = EventLoop()
        loop.start()
        server = try Bus(.peer(descriptor: first, isServer: true), loop: loop)
        client = try Bus(.peer(descriptor: second, isServer: false), loop: loop)
    }

    /// Begins to handle messages on both ends.
    package func start() async {
        await server.start()
        await client.start()
    }

    /// Closes both ends and ends the loop.
    package func close() async {
        await client.close()
        await server.close()
        loop.stop()
    }

    /// Two connected stream sockets that do not block. Throws `DBusError`.
    package static func sockets() throws -> (Int32, Int32) {
        var sockets: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &sockets) == 0 else {
            throw DBusError(DBusError.failed, "socketpair: \(String(cString: strerror(errno)))")
        }
        return (sockets[0], sockets[1])
    }
}

extension PeerPair {
    /// Starts a pair whose server was prepared, and closes it after the body.
    package static func run<R: Sendable>(
        exporting prepare: @Sendable (isolated Bus) throws -> Void, _ body: (PeerPair) async throws -> R
    ) async throws -> R {
        let pair = try PeerPair()
        do {
            try await prepare(pair.server)
            await pair.start()
            let result = try await body(pair)
            await pair.close()
            return result
        } catch {
            await pair.close()
            throw error
        }
    }
}
