// SPDX-License-Identifier: Apache-2.0

/// `dialtone roles set`
struct SetRoleCommand: ListedCommand {
    static let help = CommandHelp(
        "roles set", words: "dialer|calling BUNDLE-ID", "make an app the default one, once you agreed",
        details: "`dialtone apps` lists the apps and what they are entitled to.")

    private let role: RoleName
    private let bundleIdentifier: String

    init(_ arguments: Arguments) throws(UsageError) {
        let words = try arguments.words("dialer|calling", "BUNDLE-ID")
        role = try RoleName(word: words[0])
        bundleIdentifier = words[1]
    }

    func run(_ context: Context) async throws {
        try await context.patiently { try await context.daemon.setRole(role.rawValue, to: bundleIdentifier) }
        try context.print(["\(bundleIdentifier) is the default \(role.rawValue) app".printable])
    }
}
