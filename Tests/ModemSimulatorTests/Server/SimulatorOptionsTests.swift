// SPDX-License-Identifier: Apache-2.0
import ModemSimulator
import Testing

@Suite("The simulator's arguments")
struct SimulatorOptionsTests {
    @Test("name sockets, profile and scenario")
    func all() throws {
        let text = "--socket a --socket b --control c --profile generic --scenario two-lines"
        let options = try #require(try SimulatorOptions(arguments: text.split(separator: " ").map(String.init)))
        #expect(options.sockets == ["a", "b"])
        #expect(options.control == "c")
        #expect(options.profile == .generic)
        #expect(options.scenario == (try Scenario(named: "two-lines")))
    }

    @Test("ask for help anywhere")
    func help() throws {
        #expect(try SimulatorOptions(arguments: ["--socket", "a", "--help"]) == nil)
    }

    @Test(
        "are refused when they cannot be followed",
        arguments: [
            "", "--socket", "--bogus", "--bogus x", "a", "--socket a --profile nokia", "--socket a --scenario bogus",
            "--socket a --socket b", "--socket a --scenario empty",
        ])
    func refused(text: String) {
        #expect(throws: (any Error).self) {
            try SimulatorOptions(arguments: text.split(separator: " ").map(String.init))
        }
    }
}
