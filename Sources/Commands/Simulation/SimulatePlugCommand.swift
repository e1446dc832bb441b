// SPDX-License-Identifier: Apache-2.0

/// `dialtone simulate plug`
struct SimulatePlugCommand: Command {
    static let help = CommandHelp(
        "simulate plug", words: "LINE", "plug a modem in again (sim0, sim1, …)",
        details: "Which modems there are is the scenario's: dialtoned --simulated=two-lines has two.")

    private let act: SimulatedAct

    init(_ arguments: Arguments) throws(UsageError) {
        act = .plug(line: try arguments.words("LINE")[0])
    }

    func run(_ context: Context) async throws { try await context.daemon.simulate(act) }
}
