// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Commands

@Suite("The simulated world from the command line")
struct SimulationCommandTests {
    @Test(
        "every act reaches the daemon as typed",
        arguments: [
            ("incoming 5550100", "incoming number=5550100 presentation=allowed"),
            ("incoming --withheld 5550100", "incoming number=5550100 presentation=restricted"),
            ("alert", "alert"), ("answer 5550100", "answer number=5550100"),
            ("hangup", "hangup"), ("busy 5550101", "busy number=5550101"),
            ("ussd Hello", "ussd asks=false text=Hello"), ("ussd --asks Pay?", "ussd asks=true text=Pay?"),
            ("coverage on", "coverage on=true"), ("coverage off", "coverage on=false"),
            ("plug sim0", "plug line=sim0"), ("unplug sim1", "unplug line=sim1"),
        ])
    func acts(_ text: String, _ act: String) async {
        let run = await TypedCommand("simulate \(text)")
        #expect(run.status == 0)
        #expect(run.asked == ["simulate \(act)"])
    }
}
