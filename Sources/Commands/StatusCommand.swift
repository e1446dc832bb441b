// SPDX-License-Identifier: Apache-2.0

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
        let status = try await context.daemon.status()
        if asJSON { return try context.print(json: status) }
        let roles = try await context.daemon.roles()
        try context.print(facts(status, roles) + [""] + lines(status))
    }

    private func facts(_ status: StatusOutput, _ roles: [RoleOutput]) -> [String] {
        var table = TextTable()
        let modes = (status.developerMode ? ["developer mode"] : []) + (status.simulated ? ["simulated network"] : [])
        table.add(["daemon", "version " + ([status.version] + modes).joined(separator: ", ")])
        table.add(["conversations", status.conversations == 0 ? "none" : "\(status.conversations)"])
        table.add(["history", status.historyProblem.orFine])
        for backend in status.backends { table.add([backend.name, backend.problem.orFine]) }
        for role in roles { table.add(["default \(role.role.rawValue) app", role.bundleIdentifier ?? "nobody"]) }
        return table.lines
    }

    private func lines(_ status: StatusOutput) -> [String] {
        guard !status.lines.isEmpty else { return ["There is no line to dial on: no modem is there."] }
        var table = TextTable(["LINE", "SERVICE", "STATE"])
        for line in status.lines {
            table.add([line.label, line.service?.short ?? "-", line.problem.isEmpty ? "ready" : line.problem])
        }
        return table.lines
    }
}

extension String {
    fileprivate var orFine: String { isEmpty ? "fine" : self }
}
