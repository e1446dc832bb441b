// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// `dialtone status`
struct StatusCommand: ListedCommand {
    static let help = CommandHelp(
        "status", "show what calls can go through, and what keeps them from it", options: [.json])

    private let asJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        _ = try arguments.words()
        asJSON = arguments.has(.json)
    }

    func run(_ context: Context) async throws {
        let status = try await StatusReport(context.daemon)
        if asJSON { return try context.print(json: status.json) }
        let columns = context.terminal.columns
        try context.print(facts(status).lines(columns: columns) + [""])
        try context.print(lines(status.info.lines, columns))
        for advice in advice(status) { try context.print([""] + text(advice, columns)) }
    }

    private func facts(_ status: StatusReport) -> TextTable {
        var table = TextTable()
        let info = status.info
        let modes = (info.isInDeveloperMode ? ["developer mode"] : []) + (info.isSimulated ? ["simulated network"] : [])
        table.add(["daemon", "version " + ([info.version] + modes).joined(separator: ", ")])
        table.add(["conversations", info.conversations == 0 ? "none" : "\(info.conversations)"])
        table.add(["history", info.historyTrouble.orFine])
        if !info.emergencyTrouble.isEmpty { table.add(["emergency numbers", info.emergencyTrouble]) }
        for backend in info.backends { table.add([backend.name, backend.trouble.orFine]) }
        if let problem = status.rolesProblem { table.add(["default apps", problem]) }
        for role in status.roles {
            table.add(["default \(role.name.rawValue) app", role.holder?.bundleIdentifier ?? "nobody"])
        }
        return table
    }

    private func lines(_ lines: [StatusInfo.Line], _ columns: Int?) -> [String] {
        guard !lines.isEmpty else { return ["There is no line to dial on: no modem is there."] }
        var table = TextTable(["LINE", "SERVICE", "STATE"])
        for line in lines {
            let service = line.service.isEmpty ? "-" : line.service.short
            table.add([line.label, service, line.trouble.isEmpty ? "ready" : line.trouble])
        }
        return table.lines(columns: columns)
    }
}

extension StatusCommand {
    private func text(_ sentences: String, _ columns: Int?) -> [String] {
        columns.map { TextWrapping.lines(of: sentences, columns: $0) } ?? [sentences]
    }

    /// What to do about the daemon itself, in whole sentences.
    private func advice(_ status: StatusReport) -> [String] {
        var advice: [String] = []
        if status.isReplaced {
            advice.append(
                "Another version is installed than the one that runs. "
                    + "When no call is up: systemctl --user restart dialtoned")
        }
        if status.startsAtLogin == false, !status.info.isSimulated {
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
