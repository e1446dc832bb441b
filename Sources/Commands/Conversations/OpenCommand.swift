// SPDX-License-Identifier: Apache-2.0

/// `dialtone open URI`
struct OpenCommand: ListedCommand {
    static let help = CommandHelp(
        "open", words: "URI", "call what a tel: or telephony: link names, after asking you",
        details: """
            What the desktop runs for such links. The question is shown by the system's screen or by dialtone agent; without
            either nothing is called. Quote the link.
            """)

    private let link: String

    init(_ arguments: Arguments) throws(UsageError) { link = try arguments.words("URI")[0] }

    func run(_ context: Context) async throws {
        let id = try await context.starting { try await context.daemon.openLink(link) }
        try context.terminal.print(id)
    }
}
