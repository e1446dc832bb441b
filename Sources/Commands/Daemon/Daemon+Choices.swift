// SPDX-License-Identifier: Apache-2.0
import ConversationClient

extension Daemon {
    /// The cellular service that was typed, by as much of its identifier as tells it from the others.
    ///
    /// - Parameters:
    ///   - noun: what the person calls it.
    ///   - list: the command that lists them.
    /// - Throws: `CommandFailure` when it is not exactly one.
    func service(_ typed: String, noun: String = "service", list: String = "services") async throws -> String {
        try UniquePrefix.find(typed, among: try await services().map(\.id), noun: noun, list: list)
    }

    /// The newest rows; `limit` nil for all.
    func history(limit: Int?, unreadOnly: Bool) async throws -> [HistoryEntry] {
        let unread = HistoryExpression.compare(.equal, .column(.isRead), .literal(.boolean(false)))
        return try await allHistory(matching: unreadOnly ? unread : nil, limit: limit)
    }

    /// The rows whose identifiers begin with the text, in any case; no more than two, which is one too many.
    func history(beginningWith prefix: String) async throws -> [HistoryEntry] {
        let begins = HistoryExpression.text(.startsWith, .column(.id), .literal(.text(prefix.uppercased())))
        return try await allHistory(matching: begins, limit: 2)
    }

    /// The newest row of an outgoing conversation.
    func lastDialed() async throws -> HistoryEntry? {
        let outgoing = HistoryExpression.compare(
            .equal, .column(.direction), .literal(.text(Direction.outgoing.rawValue)))
        return try await allHistory(matching: outgoing, limit: 1).first
    }
}
