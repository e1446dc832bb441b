// SPDX-License-Identifier: Apache-2.0

/// `dialtone simulate ussd`
struct SimulateUSSDCommand: Command {
    private static let asks = Option(name: "--asks", help: "the network waits for an answer")

    static let help = CommandHelp(
        "simulate ussd", words: "TEXT", "let the network say something by itself",
        details: "It thanks for any answer.", options: [asks])

    private let act: SimulatedAct

    init(_ arguments: Arguments) throws(UsageError) {
        act = .message(try arguments.words("TEXT")[0], asks: arguments.has(Self.asks))
    }

    func run(_ context: Context) async throws { try await context.daemon.simulate(act) }
}
