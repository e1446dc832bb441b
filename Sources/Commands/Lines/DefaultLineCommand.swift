// SPDX-License-Identifier: Apache-2.0

/// `dialtone lines default`
struct DefaultLineCommand: ListedCommand {
    static let help = CommandHelp(
        "lines default", words: "ID|ask", "choose the line for calls that name none",
        details: """
            With `ask` there is none again: while several can dial you are asked on your screen or by dialtone agent, and
            without either the call is refused.
            """)

    private let line: String

    init(_ arguments: Arguments) throws(UsageError) {
        line = try arguments.words("ID|ask")[0]
        try UniquePrefix.check(line)
    }

    func run(_ context: Context) async throws {
        guard line != "ask" else { return try await context.daemon.setDefaultLine(nil) }
        let id = try await context.daemon.service(line, noun: "line", list: "lines")
        try await context.daemon.setDefaultLine(id)
    }
}
