// SPDX-License-Identifier: Apache-2.0

/// `dialtone simulate coverage`
struct SimulateCoverageCommand: Command {
    static let help = CommandHelp("simulate coverage", words: "on|off", "let the modems see their network, or not")

    private let act: SimulatedAct

    init(_ arguments: Arguments) throws(UsageError) {
        let word = try arguments.words("on|off")[0]
        guard ["on", "off"].contains(word) else { throw UsageError("coverage is on or off, not '\(word.printable)'") }
        act = .coverage(word == "on")
    }

    func run(_ context: Context) async throws { try await context.daemon.simulate(act) }
}
