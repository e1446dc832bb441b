// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// Which conversation a command is about: the one that was typed, or the only one there is.
struct ConversationChoice: Hashable, Sendable {
    /// As much of its identifier as was typed; nil when nothing was.
    private let prefix: String?

    /// Throws `UsageError` for an empty text, which every identifier begins with.
    init(prefix: String?) throws(UsageError) {
        if let prefix { try UniquePrefix.check(prefix) }
        self.prefix = prefix
    }

    /// - Parameter isCandidate: which conversations count when nothing was typed.
    /// - Throws: `CommandFailure` when it is not exactly one.
    func resolve(
        in daemon: any Daemon, where isCandidate: (ConversationInfo) -> Bool = { _ in true }
    ) async throws -> String {
        let conversations = try await daemon.conversations()
        if let prefix {
            return try UniquePrefix.find(prefix, among: conversations.map(\.id), noun: "conversation", list: "calls")
        }
        let candidates = conversations.filter(isCandidate)
        guard let only = candidates.first else {
            throw CommandFailure("there is no such conversation; `dialtone calls` lists those that are up")
        }
        guard candidates.count == 1 else {
            throw CommandFailure("\(candidates.count) conversations could be meant; add an ID from `dialtone calls`")
        }
        return only.id
    }
}
