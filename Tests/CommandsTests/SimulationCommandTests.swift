// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Commands

@Suite("The simulated world from the command line")
struct SimulationCommandTests {
    @Test(
        "every act reaches the daemon as typed",
        arguments: [
            ("incoming 5550100", SimulatedAct.incoming(number: "5550100", isWithheld: false)),
            ("incoming --withheld 5550100", .incoming(number: "5550100", isWithheld: true)),
            ("alert", .alert(number: nil)), ("answer 5550100", .answer(number: "5550100")),
            ("hangup", .hangUp(number: nil)), ("busy 5550101", .busy(number: "5550101")),
            ("ussd Hello", .message("Hello", asks: false)), ("ussd --asks Pay?", .message("Pay?", asks: true)),
            ("coverage on", .coverage(true)), ("coverage off", .coverage(false)),
            ("plug sim0", .plug(line: "sim0")), ("unplug sim1", .unplug(line: "sim1")),
        ])
    func acts(_ text: String, _ act: SimulatedAct) async {
        let run = await TypedCommand("simulate \(text)")
        #expect(run.status == 0)
        #expect(run.asked == ["simulate \(act)"])
    }
}
