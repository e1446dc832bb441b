// SPDX-License-Identifier: Apache-2.0
import ModemSimulator

/// A host on one AT port, with its time.
struct ATRehearsal {
    var face: ATFace
    let port: ATFace.PortID
    var now: Duration = .zero
    /// What was written to the port, one entry a write, with CR and LF shown as "|".
    private(set) var written: [String] = []
    private(set) var closed: [ATFace.PortID] = []

    init(_ scenario: String = "manual", profile: ATProfile = .cinterion) throws {
        try self.init(Scenario(named: scenario), profile: profile)
    }

    init(_ scenario: Scenario, profile: ATProfile = .cinterion) throws {
        face = ATFace(scenario, profile: profile)
        port = try face.opened()
    }

    /// Sends a line and returns what is written at once, without the echo.
    mutating func send(_ line: String) -> [String] {
        hear(face.receive(Array("\(line)\r\n".utf8), on: port, at: now))
        return takeWritten().filter { $0 != "\(line)|" }
    }

    /// As most hosts begin.
    mutating func setUp() {
        _ = send("ATE0")
        _ = send("AT+CMEE=1;+CLIP=1;+CRC=1;+CCWA=1;+CREG=2;+CGREG=1;+CUSD=1")
        if face.profile == .cinterion { _ = send("AT^SLCC=1") }
    }

    mutating func control(_ command: NetworkCommand) throws -> [String] {
        hear(try face.control(command, at: now))
        return takeWritten()
    }

    /// Lets time pass, deadline by deadline.
    mutating func wait(_ seconds: Double) -> [String] {
        let end = now + .seconds(seconds)
        while let deadline = face.nextDeadline, deadline <= end {
            now = max(now, deadline)
            hear(face.advance(to: now))
        }
        now = end
        return takeWritten()
    }

    mutating func takeWritten() -> [String] {
        defer { written = [] }
        return written
    }

    private mutating func hear(_ outputs: [ATFace.Output]) {
        for output in outputs {
            switch output {
            case .heard: break
            case .write(let port, let text) where port == self.port:
                written.append(String(text.map { $0 == "\r\n" || $0 == "\r" ? "|" : $0 }))
            case .write: break
            case .close(let port): closed.append(port)
            }
        }
    }
}

extension ATFace {
    /// A new port of the first modem.
    mutating func opened() throws -> PortID {
        guard let port = open("sim0") else { throw NetworkRefusal.unknownModem }
        return port
    }
}
