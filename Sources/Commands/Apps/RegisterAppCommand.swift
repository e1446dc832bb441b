// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import FoundationEssentials

/// `dialtone apps register`
struct RegisterAppCommand: ListedCommand {
    static let help = CommandHelp(
        "apps register", words: "DIR", "install an app's manifest for yourself (developer mode)",
        details: """
            DIR holds the app's Info.plist and its .entitlements file, both property lists as Apple has them. They are
            copied into your own data directory, which counts while the daemon runs with --developer-mode.
            """)

    private let directory: String

    init(_ arguments: Arguments) throws(UsageError) {
        directory = try arguments.words("DIR")[0]
    }

    func run(_ context: Context) async throws {
        // The daemon has another working directory.
        let current = URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
        let path = URL(filePath: directory, relativeTo: current).absoluteURL.standardized.path
        let app = try await context.daemon.registerApp(directory: path)
        try context.print(["\(app.bundleIdentifier) (\(app.displayName)) is registered".printable])
    }
}
