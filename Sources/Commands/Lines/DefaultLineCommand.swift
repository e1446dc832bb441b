// SPDX-License-Identifier: Apache-2.0

/// `dialtone lines default`
struct DefaultLineCommand: Command {
    static let help = CommandHelp(
        "lines default", words: "ID|ask", "choose the line for calls that name none",
        details: "With `ask` there is none again: a call that names no line is refused while several can dial.")

    private let line: String

    init(_ arguments: Arguments) throws(UsageError) { line = try arguments.words("ID|ask")[0] }

    func run(_ context: Context) async throws {
        guard line != "ask" else { return try await context.daemon.setDefaultLine(nil) }
        let ids = try await context.daemon.services().map(\.id)
        let id = try UniquePrefix.find(line, among: ids, noun: "line", list: "lines")
        try await context.daemon.setDefaultLine(id)
    }
}
