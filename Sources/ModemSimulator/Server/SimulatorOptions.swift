// SPDX-License-Identifier: Apache-2.0

/// How `dialtone-modem-simulator` is started.
package struct SimulatorOptions: Sendable {
    /// One AT port for each modem of the scenario, in their order.
    package var sockets: [String]
    /// The path of the control socket; nil: none.
    package var control: String?
    /// Whose modems are played.
    package var profile: ATProfile
    /// What the network is and does.
    package var scenario: Scenario

    package init(
        sockets: [String], control: String? = nil, profile: ATProfile = .cinterion, scenario: Scenario = Scenario()
    ) {
        self.sockets = sockets
        self.control = control
        self.profile = profile
        self.scenario = scenario
    }
}

extension SimulatorOptions {
    /// Why the arguments cannot be followed.
    package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// What `--help` prints.
    package static let help = """
        Usage: dialtone-modem-simulator --socket PATH [--socket PATH] [--control PATH]
                                        [--profile cinterion|generic] [--scenario NAME|FILE]

        Simulates cellular modems and their network. A modem daemon speaks AT commands on the sockets, one for each
        modem of the scenario; a tester writes JSON lines to the control socket. Prints {"ready":true} when it
        listens; ends at SIGTERM. docs/modem-simulator.md tells more.

          --socket PATH    Unix socket of a modem's AT port
          --control PATH   Unix socket for the tester
          --profile NAME   how the modems report calls (default: cinterion)
          --scenario NAME  \(Scenario.names.joined(separator: ", ")), or a JSON file

        """

    /// Reads the arguments; nil when help is asked for. Throws `UsageError` or `ScenarioError`.
    package init?(arguments: [String]) throws {
        self.init(sockets: [])
        var rest = arguments[...]
        while let option = rest.popFirst() {
            if option == "--help" { return nil }
            try set(option, to: rest.popFirst())
        }
        guard !sockets.isEmpty else { throw UsageError(description: "--socket is missing; try --help") }
        guard sockets.count <= scenario.modems.count else {
            throw UsageError(description: "more sockets than the scenario has modems (\(scenario.modems.count))")
        }
    }

    private mutating func set(_ option: String, to value: String?) throws {
        guard ["--socket", "--control", "--scenario", "--profile"].contains(option) else {
            throw UsageError(description: "unknown option \(option); try --help")
        }
        guard let value else { throw UsageError(description: "\(option) needs a value; try --help") }
        switch option {
        case "--socket": sockets.append(value)
        case "--control": control = value
        case "--scenario": scenario = try Scenario(named: value)
        default:
            guard let named = ATProfile(rawValue: value) else {
                throw UsageError(description: "no profile '\(value)'; there are cinterion and generic")
            }
            profile = named
        }
    }
}
