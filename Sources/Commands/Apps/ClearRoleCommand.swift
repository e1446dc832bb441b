// SPDX-License-Identifier: Apache-2.0

/// `dialtone roles clear`
struct ClearRoleCommand: ListedCommand {
    static let help = CommandHelp(
        "roles clear", words: "dialer|calling", "let no app be the default one")

    private let role: RoleName

    init(_ arguments: Arguments) throws(UsageError) {
        role = try RoleName(word: arguments.words("dialer|calling")[0])
    }

    func run(_ context: Context) async throws {
        try await context.daemon.clearRole(role.rawValue)
    }
}
