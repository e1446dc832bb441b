// SPDX-License-Identifier: Apache-2.0

/// `dialtone simulate busy`
struct SimulateBusyCommand: Command {
    static let help = CommandHelp(
        "simulate busy", words: "[NUMBER]", "let the called phone be busy",
        details: "NUMBER picks the call with that party; without it, the newest call.")

    private let act: SimulatedAct

    init(_ arguments: Arguments) throws(UsageError) {
        act = .busy(number: try arguments.words("[NUMBER]").first)
    }

    func run(_ context: Context) async throws { try await context.daemon.simulate(act) }
}
