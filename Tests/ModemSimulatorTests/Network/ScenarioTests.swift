// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import ModemSimulator
import Testing

@Suite("A scenario")
struct ScenarioTests {
    @Test("is there under every name", arguments: Scenario.names)
    func names(name: String) throws {
        let scenario = try Scenario(named: name)
        try scenario.check()
        #expect(try JSONDecoder().decode(Scenario.self, from: JSONEncoder().encode(scenario)) == scenario)
    }

    @Test("takes from a file what is there and the rest from the default")
    func file() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: path) }
        let text = #"{"modems":[{"id":"a","sim":"pin"}],"otherwise":{"number":"","steps":[{"act":"busy","after":3}]}}"#
        try Data(text.utf8).write(to: path)
        let scenario = try Scenario(named: path.path)
        #expect(scenario.modems.map(\.sim) == [.pinLocked])
        #expect(scenario.otherwise.steps == [.init(.busy, after: 3)])
        #expect(scenario.parties == Scenario.people)
    }

    @Test("has modems that differ in what it leaves out")
    func modems() throws {
        let text = #"{"modems":[{"id":"a","sim":"absent"},{"id":"b"},{"id":"c","number":"+15550142"}]}"#
        let scenario = try JSONDecoder().decode(Scenario.self, from: Data(text.utf8))
        try scenario.check()
        for key in [\SimulatedModem.iccid, \.imsi, \.imei, \.number] {
            #expect(Set(scenario.modems.map { $0[keyPath: key] }).count == 3)
        }
    }

    @Test("is refused when there is none", arguments: ["nonsense", "/nonexistent/scenario.json"])
    func unknown(name: String) {
        #expect(throws: ScenarioError.self) { try Scenario(named: name) }
    }

    @Test("is refused when it exceeds a limit")
    func limits() {
        let step = RemoteScript.Step(.alert, after: 0)
        var sameSIM = SimulatedModem(position: 1)
        sameSIM.iccid = SimulatedModem().iccid
        let excessive = [
            Scenario(modems: (0...Scenario.maximumModems).map { SimulatedModem(position: $0) }),
            Scenario(modems: [SimulatedModem(), SimulatedModem()]), Scenario(modems: [SimulatedModem(), sameSIM]),
            Scenario(parties: Array(repeating: Scenario.anybody, count: Scenario.maximumParties + 1)),
            Scenario(otherwise: RemoteScript(steps: Array(repeating: step, count: Scenario.maximumSteps + 1))),
            Scenario(latency: Scenario.maximumDelay + 1), Scenario(latency: -1), Scenario(latency: .nan),
        ]
        for scenario in excessive { #expect(throws: ScenarioError.self) { try scenario.check() } }
    }

    @Test("picks the party whose number is the longest end of what was dialed")
    func longestSuffix() throws {
        let parties = [
            RemoteScript(number: "0101", steps: [.init(.busy, after: 0)]),
            RemoteScript(number: "5550101", steps: [.init(.refuse, after: 0)]),
        ]
        var rehearsal = NetworkRehearsal(Scenario(parties: parties))
        try rehearsal.command(.dial("+15550101", modem: "sim0"))
        rehearsal.wait(0)
        #expect(rehearsal.takeHeard().last == "1 ended refused")
    }
}
