// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The sockets of a simulated network: one thread, one poll(2).
///
/// Not for several threads, but `stop` may be raised from any.
final class SimulatorServer {
    /// Testers at a time.
    static let maximumControls = 16

    let stop: StopSignal
    private var face: ATFace
    private let portListeners: [(modem: String, socket: ListeningSocket)]
    private let controlListener: ListeningSocket?
    private var portConnections: [ATFace.PortID: Connection] = [:]
    private var controls: [ControlConnection] = []

    /// Listens on all sockets when it returns. Throws `SocketFailure`.
    init(_ options: SimulatorOptions) throws(SocketFailure) {
        stop = try StopSignal()
        face = ATFace(options.scenario, profile: options.profile)
        var listeners: [(String, ListeningSocket)] = []
        for (modem, path) in zip(options.scenario.modems, options.sockets) {
            listeners.append((modem.id, try ListeningSocket(path)))
        }
        portListeners = listeners
        controlListener = if let control = options.control { try ListeningSocket(control) } else { nil }
    }

    /// Serves until `stop` is raised.
    func run() {
        while waitForWork() {
            acceptAll()
            for (port, connection) in portConnections { serve(port, connection) }
            for control in controls { serve(control) }
            carryOut(face.advance(to: now))
            removeClosed()
        }
    }

    /// False when it is time to stop.
    private func waitForWork() -> Bool {
        let listeners = portListeners.map(\.socket.descriptor) + [controlListener?.descriptor ?? -1]
        var polled = ([stop.readEnd] + listeners).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let connections = Array(portConnections.values) + controls.map(\.connection)
        polled += connections.map { pollfd(fd: $0.descriptor, events: $0.interest, revents: 0) }
        _ = poll(&polled, nfds_t(polled.count), timeout)
        return polled[0].revents == 0
    }

    /// Milliseconds until something happens by itself, rounded up; -1 when nothing will.
    private var timeout: Int32 {
        guard let deadline = face.nextDeadline else { return -1 }
        let milliseconds = ((deadline - now) / .milliseconds(1)).rounded(.up)
        return Int32(min(max(milliseconds, 0), 3_600_000))
    }

    private func acceptAll() {
        for (modem, socket) in portListeners {
            while let connection = socket.accept() {
                if let port = face.open(modem) { portConnections[port] = connection }
            }
        }
        while let connection = controlListener?.accept() {
            if controls.count < Self.maximumControls { controls.append(ControlConnection(connection)) }
        }
    }

    private func serve(_ port: ATFace.PortID, _ connection: Connection) {
        connection.flush()
        let bytes = connection.read()
        if !bytes.isEmpty { carryOut(face.receive(bytes, on: port, at: now)) }
    }

    private func serve(_ control: ControlConnection) {
        control.connection.flush()
        for line in control.readLines() {
            let (reply, outputs) = reply(to: line, on: control)
            carryOut(outputs)
            control.connection.write(reply.jsonLine)
        }
    }

    private func reply(to line: String, on control: ControlConnection) -> (ControlReply, [ATFace.Output]) {
        do {
            return try perform(ControlAct(line: line), on: control)
        } catch let error as ControlError {
            return (.failure(error.message), [])
        } catch {
            return (.failure("\(error)"), [])
        }
    }

    private func perform(
        _ act: ControlAct, on control: ControlConnection
    ) throws -> (ControlReply, [ATFace.Output]) {
        switch act {
        case .network(let command): return (ControlReply(), try face.control(command, at: now))
        case .fault(let fault): try face.set(fault)
        case .heal(let command): face.clearFault(for: command)
        case .latency(let latency, let command): return (ControlReply(), face.set(latency, for: command, at: now))
        case .drop(let modem): return (ControlReply(), face.drop(modem))
        case .dump: return (.dump(face), [])
        case .tail: control.tails = true
        }
        return (ControlReply(), [])
    }

    private func carryOut(_ outputs: [ATFace.Output]) {
        for output in outputs {
            switch output {
            case .heard(let port, let line): trace(port, from: "host", line)
            case .write(let port, let text):
                portConnections[port]?.write(text)
                trace(port, from: "modem", text)
            case .close(let port): portConnections[port]?.end()
            }
        }
    }

    private func trace(_ port: ATFace.PortID, from side: String, _ text: String) {
        guard controls.contains(where: \.tails), let modem = face.modem(of: port) else { return }
        let time = Int64(now / .microseconds(1))
        let line = TraceLine(time: time, modem: modem, from: side, text: text).jsonLine
        for control in controls where control.tails { control.connection.write(line) }
    }

    private func removeClosed() {
        for (port, connection) in portConnections where connection.isClosed {
            portConnections[port] = nil
            face.close(port)
        }
        controls.removeAll { $0.connection.isClosed }
    }

    /// CLOCK_MONOTONIC.
    private var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
