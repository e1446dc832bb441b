// SPDX-License-Identifier: Apache-2.0

/// `dialtone simulate answer`
struct SimulateAnswerCommand: Command {
    static let help = CommandHelp(
        "simulate answer", words: "[NUMBER]", "let the called person answer",
        details: "NUMBER picks the call with that party; without it, the newest call.")

    private let act: SimulatedAct

    init(_ arguments: Arguments) throws(UsageError) {
        act = .answer(number: try arguments.words("[NUMBER]").first)
    }

    func run(_ context: Context) async throws { try await context.daemon.simulate(act) }
}
