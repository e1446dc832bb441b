// SPDX-License-Identifier: Apache-2.0

/// `dialtone simulate hangup`
struct SimulateHangUpCommand: Command {
    static let help = CommandHelp(
        "simulate hangup", words: "[NUMBER]", "let the other side hang up",
        details: "NUMBER picks the call with that party; without it, the newest call.")

    private let act: SimulatedAct

    init(_ arguments: Arguments) throws(UsageError) {
        act = .hangUp(number: try arguments.words("[NUMBER]").first)
    }

    func run(_ context: Context) async throws { try await context.daemon.simulate(act) }
}
