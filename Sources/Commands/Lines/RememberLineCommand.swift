// SPDX-License-Identifier: Apache-2.0

/// `dialtone lines remember`
struct RememberLineCommand: ListedCommand {
    static let help = CommandHelp(
        "lines remember", words: "NUMBER ID", "always call a number on this line",
        details: "The number is compared as it is dialed. `dialtone lines forget NUMBER` undoes it.")

    private let number: String
    private let line: String

    init(_ arguments: Arguments) throws(UsageError) {
        let words = try arguments.words("NUMBER", "ID")
        (number, line) = (words[0], words[1])
        try UniquePrefix.check(line)
    }

    func run(_ context: Context) async throws {
        let id = try await context.daemon.service(line, noun: "line", list: "lines")
        try await context.daemon.rememberLine(id, for: number)
    }
}
