// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import FoundationEssentials

/// `dialtone roles`
struct RolesCommand: ListedCommand {
    static let help = CommandHelp(
        "roles", "show the default dialer app and the default calling app", options: [.json])

    private let asJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        _ = try arguments.words()
        asJSON = arguments.has(.json)
    }

    func run(_ context: Context) async throws {
        let roles = try await context.daemon.everyRole()
        if asJSON { return try context.print(json: roles) }
        var table = TextTable(["ROLE", "APP", "SINCE"])
        for role in roles {
            let since = role.holder.map { context.clock.dateAndTime($0.sinceDate) } ?? "-"
            table.add([role.name.rawValue, role.holder?.bundleIdentifier ?? "nobody", since])
        }
        try context.print(table)
    }
}

/// A role, held or not.
struct HeldRole: Hashable, Sendable, PrintedAsJSON {
    let name: RoleName
    /// nil: nobody.
    let holder: RoleInfo?

    var json: JSONValue {
        .object([
            "role": .text(name.rawValue), "bundleIdentifier": .known(holder?.bundleIdentifier),
            "since": holder.map { .date($0.sinceDate) } ?? .null,
        ])
    }
}

extension Daemon {
    /// Every role, held or not.
    func everyRole() async throws -> [HeldRole] {
        let held = try await roles()
        return RoleName.allCases.map { name in HeldRole(name: name, holder: held.first { $0.role == name.rawValue }) }
    }
}
