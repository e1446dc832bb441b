// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// Which rows of the history a command is about: those whose identifiers, or beginnings of them, were typed.
struct HistoryChoice: Hashable, Sendable {
    private let prefixes: [String]

    /// nil when nothing was typed.
    init?(_ words: [String]) throws(UsageError) {
        for word in words { try UniquePrefix.check(word) }
        guard !words.isEmpty else { return nil }
        prefixes = words
    }

    /// At least one row.
    func rows(in daemon: any Daemon) async throws -> [HistoryOutput] {
        let rows = try await daemon.history(limit: nil, unreadOnly: false)
        return try prefixes.map { prefix in
            let id = try UniquePrefix.find(prefix, among: rows.map(\.uuid), noun: "row", list: "history --limit 0")
            guard let row = rows.first(where: { $0.uuid == id }) else { throw CommandFailure("the row is gone") }
            return row
        }
    }
}
