// SPDX-License-Identifier: Apache-2.0

/// A tester's connection, and whether it follows the AT lines.
final class ControlConnection {
    /// Bytes of a request.
    static let maximumLine = 4_096

    let connection: Connection
    var tails = false
    private var unfinished: [UInt8] = []

    init(_ connection: Connection) { self.connection = connection }

    /// The lines that have arrived; a line that is too long ends the connection.
    func readLines() -> [String] {
        unfinished += connection.read()
        var lines: [String] = []
        while let end = unfinished.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(String(decoding: unfinished[..<end], as: UTF8.self))
            unfinished.removeSubrange(...end)
        }
        if unfinished.count > Self.maximumLine { connection.end() }
        return lines
    }
}
