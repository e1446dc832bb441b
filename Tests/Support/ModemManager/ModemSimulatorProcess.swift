// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The modem simulator as a program, with the client's end of its control socket.
package final class ModemSimulatorProcess: Sendable {
    /// Whose modem is played.
    package enum Profile: String, Sendable {
        /// Tells every change by itself (^SLCC): fast and exact.
        case cinterion
        /// A plain modem, whose calls ModemManager asks for every 2 s.
        case generic
    }

    private let process: ChildProcess
    private let control: Int32
    private let controlPath: String
    /// The socket of the modem's AT port.
    package let socket: String

    /// The program as this build made it, next to the test bundle.
    package static var program: String { BuiltProgram.path("dialtone-modem-simulator") }

    /// Starts the simulator.
    package init(
        _ folder: ScratchFolder, name: String = "at0", profile: Profile = .cinterion, arguments: [String] = []
    ) throws {
        socket = folder.file(name)
        controlPath = folder.file("\(name).control")
        (process, _) = try ChildProcess.ready(
            [Self.program, "--socket", socket, "--control", controlPath, "--profile", profile.rawValue]
                + arguments, log: folder.file("\(name).log"))
        control = try Self.connect(controlPath)
    }

    deinit { stop() }

    /// Sends one line of JSON and returns the answer's line.
    @discardableResult
    package func tell(_ json: String) throws -> String {
        let line = Array((json + "\n").utf8)
        guard send(control, line, line.count, Int32(MSG_NOSIGNAL)) == line.count else {
            throw SpawnFailed(description: "the simulator's control socket is closed")
        }
        var answer: [UInt8] = []
        var byte: UInt8 = 0
        while recv(control, &byte, 1, 0) == 1, byte != UInt8(ascii: "\n") { answer.append(byte) }
        return String(decoding: answer, as: UTF8.self)
    }

    /// Every AT line from now on, as the JSON that docs/modem-simulator.md tells of.
    package func tail() throws -> EventLog<String> {
        let socket = try Self.connect(controlPath)
        var forEver = timeval()
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &forEver, socklen_t(MemoryLayout<timeval>.size))
        let log = EventLog<String>()
        let line = Array((#"{"do":"tail"}"# + "\n").utf8)
        guard send(socket, line, line.count, Int32(MSG_NOSIGNAL)) == line.count else {
            throw SpawnFailed(description: "the simulator's control socket is closed")
        }
        LineReader.read(socket, into: log)
        return log
    }

    /// Kills it; returns when it is gone.
    package func stop() { process.kill() }

    private static func connect(_ path: String) throws -> Int32 {
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw SpawnFailed(description: "no control socket: errno \(errno)") }
        return socket
    }
}
