// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// The conversations that have not left, found by their own identifier or by their leg.
struct ConversationTable: Sendable {
    private var byID: [UUID: LiveConversation] = [:]
    private var byCall: [CallID: UUID] = [:]

    /// Conversations that may be up at once, whoever began them.
    static let maximumCount = 16

    /// The oldest first.
    var all: [LiveConversation] { byID.values.sorted { $0.record.startedAt < $1.record.startedAt } }

    var machines: some Sequence<ConversationMachine> { byID.values.lazy.map(\.machine) }

    /// Whether no further conversation may be up; one that has ended and waits for its row is not, for a slow disk is no
    /// reason to refuse a call.
    var isFull: Bool { byID.values.count { $0.machine.isLive } >= Self.maximumCount }

    subscript(id: UUID) -> LiveConversation? { byID[id] }

    subscript(call: CallID) -> LiveConversation? { byCall[call].flatMap { byID[$0] } }

    mutating func insert(_ conversation: LiveConversation) {
        if let call = byID[conversation.id]?.leg?.call { byCall[call] = nil }
        byID[conversation.id] = conversation
        if let call = conversation.leg?.call { byCall[call] = conversation.id }
    }

    /// Changes a conversation in place; nil when it has left.
    mutating func change<Result>(_ id: UUID, _ body: (inout LiveConversation) -> Result) -> Result? {
        guard var conversation = byID[id] else { return nil }
        let result = body(&conversation)
        insert(conversation)
        return result
    }

    mutating func remove(_ id: UUID) {
        guard let gone = byID.removeValue(forKey: id) else { return }
        if let call = gone.leg?.call { byCall[call] = nil }
    }
}
