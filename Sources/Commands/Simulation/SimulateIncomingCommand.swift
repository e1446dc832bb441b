// SPDX-License-Identifier: Apache-2.0

/// `dialtone simulate incoming`
struct SimulateIncomingCommand: Command {
    private static let withheld = Option(name: "--withheld", help: "the caller hides the number")

    static let help = CommandHelp(
        "simulate incoming", words: "NUMBER", "let somebody call",
        details: "With --withheld the number is what the network knows and does not tell.", options: [withheld])

    private let act: SimulatedAct

    init(_ arguments: Arguments) throws(UsageError) {
        act = .incoming(number: try arguments.words("NUMBER")[0], isWithheld: arguments.has(Self.withheld))
    }

    func run(_ context: Context) async throws { try await context.daemon.simulate(act) }
}
