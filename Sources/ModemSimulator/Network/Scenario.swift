// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// How a simulated network is at its start and what its numbers do by themselves.
package struct Scenario: Codable, Hashable, Sendable {
    /// The modems and their SIMs.
    package var modems: [SimulatedModem]
    /// The longest `number` that the dialed digits end with is taken.
    package var parties: [RemoteScript]
    /// Every number that is not among the parties.
    package var otherwise: RemoteScript
    /// What callers do by themselves.
    package var callers: RemoteScript
    /// Network codes and what the network answers.
    package var codes: [String: CodeScript]
    /// What goes wrong, from the start on.
    package var faults: [Fault]
    /// Seconds a modem takes for one line of AT commands.
    package var latency: Double

    package init(
        modems: [SimulatedModem] = [SimulatedModem()], parties: [RemoteScript] = Scenario.people,
        otherwise: RemoteScript = Scenario.anybody, callers: RemoteScript = RemoteScript(steps: []),
        codes: [String: CodeScript] = Scenario.services, faults: [Fault] = [], latency: Double = 0
    ) {
        self.modems = modems
        self.parties = parties
        self.otherwise = otherwise
        self.callers = callers
        self.codes = codes
        self.faults = faults
        self.latency = latency
    }

    /// What the dialed number will do.
    func script(for digits: String) -> RemoteScript {
        let dialed = digits.dialable
        let matching = parties.filter { !$0.number.dialable.isEmpty && dialed.hasSuffix($0.number.dialable) }
        return matching.max { $0.number.dialable.count < $1.number.dialable.count } ?? otherwise
    }
}

extension Scenario {
    private enum CodingKeys: String, CodingKey {
        case modems, parties, otherwise, callers, codes, faults, latency
    }

    /// Reads a scenario in which everything may be missing; what is, is as in the default one.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        modems = try values.decodeIfPresent([SimulatedModem].self, forKey: .modems) ?? modems
        parties = try values.decodeIfPresent([RemoteScript].self, forKey: .parties) ?? parties
        otherwise = try values.decodeIfPresent(RemoteScript.self, forKey: .otherwise) ?? otherwise
        callers = try values.decodeIfPresent(RemoteScript.self, forKey: .callers) ?? callers
        codes = try values.decodeIfPresent([String: CodeScript].self, forKey: .codes) ?? codes
        faults = try values.decodeIfPresent([Fault].self, forKey: .faults) ?? faults
        latency = try values.decodeIfPresent(Double.self, forKey: .latency) ?? latency
    }
}
