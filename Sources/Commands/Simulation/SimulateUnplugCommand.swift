// SPDX-License-Identifier: Apache-2.0

/// `dialtone simulate unplug`
struct SimulateUnplugCommand: Command {
    static let help = CommandHelp("simulate unplug", words: "LINE", "pull a modem out")

    private let act: SimulatedAct

    init(_ arguments: Arguments) throws(UsageError) {
        act = .unplug(line: try arguments.words("LINE")[0])
    }

    func run(_ context: Context) async throws { try await context.daemon.simulate(act) }
}
