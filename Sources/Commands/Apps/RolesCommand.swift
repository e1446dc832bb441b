// SPDX-License-Identifier: Apache-2.0

/// `dialtone roles`
struct RolesCommand: Command {
    static let help = CommandHelp(
        "roles", "show the default dialer app and the default calling app", options: [.json])

    private let asJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        _ = try arguments.words()
        asJSON = arguments.has(.json)
    }

    func run(_ context: Context) async throws {
        let roles = try await context.daemon.roles()
        if asJSON { return try context.print(json: roles) }
        var table = TextTable(["ROLE", "APP", "SINCE"])
        for role in roles {
            let since = role.since.map(context.clock.dateAndTime) ?? "-"
            table.add([role.role.rawValue, role.bundleIdentifier ?? "nobody", since])
        }
        try context.print(table)
    }
}
