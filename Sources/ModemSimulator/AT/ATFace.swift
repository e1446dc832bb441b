// SPDX-License-Identifier: Apache-2.0

/// The network as its modems show it over AT commands (3GPP TS 27.007, ITU-T V.250): a value without a clock or sockets.
///
/// A change is told after the final result of the command that caused it, each report as a write of its own, and
/// a result code such as NO CARRIER last, because hosts expect nothing behind it.
package struct ATFace: Sendable {
    /// Names a port for as long as it is open; never used again.
    package typealias PortID = Int

    /// What the face wants done, in order.
    package enum Output: Hashable, Sendable {
        /// A command line was taken from the port.
        case heard(PortID, String)
        /// To be written as one.
        case write(PortID, String)
        case close(PortID)
    }

    /// The network behind it.
    package internal(set) var network: SimulatedNetwork
    /// Whose modem it plays.
    package let profile: ATProfile
    /// Seconds a modem takes for one command line.
    package private(set) var latency: Duration
    /// What it takes for lines with these commands.
    private var commandLatency: [String: Duration] = [:]
    /// Commands that no answer is known to, the first of them.
    package private(set) var unknownCommands: [String] = []

    var ports: [PortID: ATPort] = [:]
    /// The calls as the hosts were told about them.
    var told: [SimulatedCall] = []
    /// When a modem with an incoming call says RING again.
    var nextRing: [String: Duration] = [:]
    /// Announced and not yet reported, in order.
    var unreported: [Announcement] = []
    /// When the reports that a host's command caused are made; those of the world wait with them.
    var settled: Duration?
    /// What was set on ports that are closed: a modem keeps it until the next host opens the port.
    private var keptSettings: [String: ATSettings] = [:]
    private var lastPort = 0

    /// Ports that can be open at a time.
    package static let maximumPorts = 32
    /// Unknown commands that are remembered.
    package static let maximumUnknownCommands = 100
    /// From a command's final result to the reports it caused: the network takes its time, and a host that finds both
    /// in one read takes the report first and believes that the call ended by itself.
    package static let settlingTime = Duration.milliseconds(10)
    /// Between two RINGs (3GPP TS 22.001 leaves it open; 5 s is common).
    package static let ringInterval = Duration.seconds(5)

    /// Makes the face of a network as the scenario has it.
    package init(_ scenario: Scenario, profile: ATProfile) {
        network = SimulatedNetwork(scenario)
        self.profile = profile
        latency = .seconds(scenario.latency)
    }

    /// When `advance(to:)` is to be called; nil when nothing will happen by itself.
    package var nextDeadline: Duration? {
        let lines = ports.values.compactMap { $0.waiting.first?.due }
        return (lines + nextRing.values + [network.nextDeadline, settled].compactMap { $0 }).min()
    }

    /// Opens a port of a modem; nil when there is no such modem, it is not plugged in, or too many ports are open.
    package mutating func open(_ modem: String) -> PortID? {
        guard network.modem(modem)?.plugged == true, ports.count < Self.maximumPorts else { return nil }
        lastPort += 1
        ports[lastPort] = ATPort(modem: modem, settings: keptSettings.removeValue(forKey: modem) ?? ATSettings())
        return lastPort
    }

    /// Forgets a port that is closed.
    package mutating func close(_ port: PortID) {
        guard let closed = ports.removeValue(forKey: port) else { return }
        keptSettings[closed.modem] = closed.settings
    }

    /// Which modem a port belongs to.
    package func modem(of port: PortID) -> String? { ports[port]?.modem }

    /// Takes what the host wrote.
    package mutating func receive(_ bytes: [UInt8], on port: PortID, at now: Duration) -> [Output] {
        var outputs = advance(to: now)
        for line in ports[port]?.lines(from: bytes) ?? [] {
            outputs.append(.heard(port, line))
            if ports[port]?.settings.echo == true { outputs.append(.write(port, line + "\r")) }
            let latency = latency(of: line)
            if latency == .zero, ports[port]?.waiting.isEmpty ?? true {
                outputs += answer(line, on: port, at: now)
            } else if ports[port]?.enqueue(line, at: now, latency: latency) == false {
                outputs.append(.close(port))
            }
        }
        return outputs
    }

    /// Lets happen what is due.
    package mutating func advance(to now: Duration) -> [Output] {
        unreported += network.advance(to: now)
        var outputs = report(at: now)
        while let port = portDue(by: now), let line = ports[port]?.waiting.removeFirst().line {
            outputs += answer(line, on: port, at: now)
        }
        return outputs + ringAgain(at: now)
    }

    private func portDue(by now: Duration) -> PortID? {
        ports.keys.sorted().first { ports[$0]?.waiting.first.map { $0.due <= now } ?? false }
    }

    /// Does what a tester asks of the network.
    package mutating func control(_ command: NetworkCommand, at now: Duration) throws(NetworkRefusal) -> [Output] {
        let outputs = advance(to: now)
        unreported += try network.handle(command, at: now)
        return outputs + report(at: now)
    }

    /// Sets or clears a fault (`NetworkRefusal.lineBusy` when there are too many).
    package mutating func set(_ fault: Fault) throws(NetworkRefusal) { try network.set(fault) }

    private func latency(of line: String) -> Duration {
        let commands = commandLatency.isEmpty ? [] : ATLineParser.commands(in: line) ?? []
        return commands.compactMap { commandLatency[$0.name] }.max() ?? latency
    }

    /// Sets how long a modem takes for one command line; with none, those that wait are answered now.
    ///
    /// - Parameter command: only for lines with this command, such as "D"; else for all.
    package mutating func set(_ latency: Duration, for command: String? = nil, at now: Duration) -> [Output] {
        let outputs = advance(to: now)
        if let command { commandLatency[command] = latency } else { (self.latency, commandLatency) = (latency, [:]) }
        guard latency == .zero else { return outputs }
        for port in ports.keys { ports[port]?.hurry(at: now) }
        return outputs + advance(to: now)
    }

    /// Takes back the fault of a command; nil: all faults.
    package mutating func clearFault(for command: String?) { network.clearFault(for: command) }

    /// Closes all ports of a modem, or of all.
    package mutating func drop(_ modem: String?) -> [Output] {
        let dropped = ports.filter { modem == nil || $0.value.modem == modem }.keys.sorted()
        for port in dropped { close(port) }
        return dropped.map(Output.close)
    }

    mutating func noteUnknown(_ command: ATCommand) {
        guard unknownCommands.count < Self.maximumUnknownCommands, !unknownCommands.contains(command.form) else {
            return
        }
        unknownCommands.append(command.form)
    }
}
