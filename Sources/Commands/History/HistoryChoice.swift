// SPDX-License-Identifier: Apache-2.0
import ConversationClient

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
    func rows(in daemon: any Daemon) async throws -> [HistoryEntry] {
        var rows: [HistoryEntry] = []
        for prefix in prefixes {
            let matching = try await daemon.history(beginningWith: prefix)
            _ = try UniquePrefix.find(prefix, among: matching.map(\.id), noun: "row", list: "history")
            rows += matching
        }
        return rows
    }
}
