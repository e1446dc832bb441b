// SPDX-License-Identifier: Apache-2.0
import ModemSimulator

/// A network with its time, and everything it announced as short words.
struct NetworkRehearsal {
    var network: SimulatedNetwork
    var now: Duration = .zero
    private(set) var heard: [String] = []

    init(_ scenario: Scenario) { network = SimulatedNetwork(scenario) }

    init(named name: String) throws { try self.init(Scenario(named: name)) }

    mutating func command(_ command: NetworkCommand) throws {
        hear(network.advance(to: now))
        hear(try network.handle(command, at: now))
    }

    mutating func wait(_ seconds: Double) {
        now += .seconds(seconds)
        hear(network.advance(to: now))
    }

    /// What was heard since the last time.
    mutating func takeHeard() -> [String] {
        defer { heard = [] }
        return heard
    }

    /// The states of the calls by index, as "1:active 2:held", a conference's members with a plus.
    var table: String {
        network.calls.sorted { $0.index < $1.index }
            .map { "\($0.index):\($0.state)\($0.isMultiparty ? "+" : "")" }.joined(separator: " ")
    }

    private mutating func hear(_ announced: [Announcement]) {
        heard += announced.map { announcement in
            switch announcement {
            case .appeared(let call): "\(call.index) \(call.state)"
            case .changed(let call): "\(call.index) \(call.state)"
            case .ended(let call, let ending): "\(call.index) ended \(ending)"
            case .toneSent(let tone, let call): "\(call.index) sent \(tone)"
            case .toneReceived(let tone, let call): "\(call.index) received \(tone)"
            case .codeReplied(let reply, _): "code \(reply.outcome) \(reply.text)"
            case .codePushed(let reply, let modem): "\(modem) told \(reply.outcome) \(reply.text)"
            case .modemChanged(let modem): "\(modem.id) changed"
            }
        }
    }
}
