// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// `dialtone apps`
struct AppsCommand: ListedCommand {
    static let help = CommandHelp("apps", "list the apps that have a manifest", options: [.json])

    private let asJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        _ = try arguments.words()
        asJSON = arguments.has(.json)
    }

    func run(_ context: Context) async throws {
        let apps = try await context.daemon.apps()
        if asJSON { return try context.print(json: apps) }
        guard !apps.isEmpty else { return try context.print(["No app has a manifest."]) }
        var table = TextTable(["APP", "NAME", "ENTITLEMENTS"])
        for app in apps {
            table.add([
                app.bundleIdentifier, app.displayName.shortened, app.entitlements.sorted().joined(separator: " "),
            ])
        }
        try context.print(table)
    }
}

extension AppInfo: PrintedAsJSON {
    var json: JSONValue {
        .object([
            "bundleIdentifier": .text(bundleIdentifier), "displayName": .text(displayName),
            "entitlements": .texts(entitlements), "backgroundModes": .texts(backgroundModes),
        ])
    }
}
