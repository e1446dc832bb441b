// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// `dialtone status`
struct StatusCommand: Command {
    static let help = CommandHelp(
        "status", "show what calls can go through, and what keeps them from it", options: [.json])

    private let asJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        _ = try arguments.words()
        asJSON = arguments.has(.json)
    }

    func run(_ context: Context) async throws {
        var status = try await context.daemon.status()
        do {
            status.roles = try await context.daemon.roles()
        } catch let error as TelephonyError {
            // What else there is to say is needed most just then.
            status.rolesProblem = error.message
        }
        if asJSON { return try context.print(json: status) }
        let columns = context.terminal.columns
        try context.print(facts(status).lines(columns: columns) + [""])
        try context.print(lines(status, columns))
        for advice in advice(status) { try context.print([""] + text(advice, columns)) }
    }

    private func facts(_ status: StatusOutput) -> TextTable {
        var table = TextTable()
        let modes = (status.developerMode ? ["developer mode"] : []) + (status.simulated ? ["simulated network"] : [])
        table.add(["daemon", "version " + ([status.version] + modes).joined(separator: ", ")])
        table.add(["conversations", status.conversations == 0 ? "none" : "\(status.conversations)"])
        table.add(["history", status.historyProblem.orFine])
        if !status.emergencyProblem.isEmpty { table.add(["emergency numbers", status.emergencyProblem]) }
        for backend in status.backends { table.add([backend.name, backend.problem.orFine]) }
        if let problem = status.rolesProblem { table.add(["default apps", problem]) }
        for role in status.roles {
            table.add(["default \(role.role.rawValue) app", role.bundleIdentifier ?? "nobody"])
        }
        return table
    }

    private func lines(_ status: StatusOutput, _ columns: Int?) -> [String] {
        guard !status.lines.isEmpty else { return ["There is no line to dial on: no modem is there."] }
        var table = TextTable(["LINE", "SERVICE", "STATE"])
        for line in status.lines {
            table.add([line.label, line.service?.short ?? "-", line.problem.isEmpty ? "ready" : line.problem])
        }
        return table.lines(columns: columns)
    }
}

extension StatusCommand {
    private func text(_ sentences: String, _ columns: Int?) -> [String] {
        columns.map { TextWrapping.lines(of: sentences, columns: $0) } ?? [sentences]
    }

    /// What to do about the daemon itself, in whole sentences.
    private func advice(_ status: StatusOutput) -> [String] {
        var advice: [String] = []
        if status.replaced {
            advice.append(
                "Another version is installed than the one that runs. "
                    + "When no call is up: systemctl --user restart dialtoned")
        }
        if status.startsAtLogin == false, !status.simulated {
            advice.append(
                "The daemon does not start at login; until a command starts it nobody notices a call. "
                    + "To change that: systemctl --user enable dialtoned")
        }
        return advice
    }
}

extension String {
    fileprivate var orFine: String { isEmpty ? "fine" : self }
}
