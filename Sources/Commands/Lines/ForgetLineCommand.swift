// SPDX-License-Identifier: Apache-2.0

/// `dialtone lines forget`
struct ForgetLineCommand: ListedCommand {
    static let help = CommandHelp("lines forget", words: "NUMBER", "call a number on the default line again")

    private let number: String

    init(_ arguments: Arguments) throws(UsageError) { number = try arguments.words("NUMBER")[0] }

    func run(_ context: Context) async throws { try await context.daemon.rememberLine(nil, for: number) }
}
