// SPDX-License-Identifier: Apache-2.0

/// One channel over which a host talks to a modem.
struct ATPort: Sendable {
    /// Bytes of a command line.
    static let maximumLine = 4_096
    /// Command lines that wait for a slow modem.
    static let maximumWaiting = 64

    let modem: String
    var settings: ATSettings
    /// Lines that are to be answered, and when.
    var waiting: [(due: Duration, line: String)] = []
    private var unfinished: [UInt8] = []

    init(modem: String, settings: ATSettings) {
        self.modem = modem
        self.settings = settings
    }

    /// Takes what arrived and returns the lines that are complete; one that is too long is thrown away.
    mutating func lines(from bytes: [UInt8]) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") {
                if !unfinished.isEmpty { lines.append(String(decoding: unfinished, as: UTF8.self)) }
                unfinished = []
            } else if unfinished.count < Self.maximumLine {
                unfinished.append(byte)
            }
        }
        return lines
    }

    /// Puts a line in the queue of a modem that takes `latency` for each; false when it is full.
    mutating func enqueue(_ line: String, at now: Duration, latency: Duration) -> Bool {
        guard waiting.count < Self.maximumWaiting else { return false }
        waiting.append((max(now, waiting.last?.due ?? now) + latency, line))
        return true
    }

    /// Makes everything that waits due.
    mutating func hurry(at now: Duration) { waiting = waiting.map { (now, $0.line) } }
}
