// SPDX-License-Identifier: Apache-2.0

/// One command of `dialtone`.
protocol Command: Sendable {
    static var help: CommandHelp { get }

    /// Throws `UsageError`.
    init(_ arguments: Arguments) throws(UsageError)

    /// Does it, and prints what came of it.
    func run(_ context: Context) async throws

    /// What is said when it was interrupted.
    static var interruption: String { get }
}

extension Command {
    static var interruption: String { "interrupted; what was asked for may still happen, see `dialtone calls`" }
}
