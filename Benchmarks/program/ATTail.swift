// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import TestSupport

/// Every AT line of the simulated modem, with the time at which the simulator had it.
final class ATTail {
    struct Line: Decodable {
        /// Microseconds of CLOCK_MONOTONIC.
        var time: Int64
        var from: String
        var text: String
    }

    private let socket: Int32
    private var buffer: [UInt8] = []

    init(control path: String) throws {
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw MeasurementFailed(description: "no control socket: errno \(errno)") }
        let request = Array("{\"do\":\"tail\"}\n".utf8)
        guard send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count,
            try readLine().contains("true")
        else { throw MeasurementFailed(description: "the simulator does not tell its AT lines") }
    }

    deinit { close(socket) }

    /// The next line that fits; what came before it is passed over.
    func next(where fits: (Line) -> Bool) throws -> Line {
        while true {
            let text = try readLine()
            guard let line = try? JSONDecoder().decode(Line.self, from: Data(text.utf8)) else { continue }
            if fits(line) { return line }
        }
    }

    private func readLine() throws -> String {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                defer { buffer.removeSubrange(...end) }
                return String(decoding: buffer[..<end], as: UTF8.self)
            }
            var chunk = [UInt8](repeating: 0, count: 4_096)
            let count = recv(socket, &chunk, chunk.count, 0)
            guard count > 0 else { throw MeasurementFailed(description: "the modem did not say what was expected") }
            buffer += chunk[..<count]
        }
    }
}
