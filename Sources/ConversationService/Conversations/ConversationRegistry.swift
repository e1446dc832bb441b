// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// The conversations that are up, found by their own identifier or by their leg.
struct ConversationRegistry: Sendable {
    private var byID: [UUID: LiveConversation] = [:]
    private var byCall: [CallID: UUID] = [:]

    /// Conversations that may be up at once, whoever began them.
    static let maximumCount = 16

    var all: [LiveConversation] { byID.values.sorted { $0.record.startedAt < $1.record.startedAt } }

    /// Whether no further conversation may be begun here; those that have ended and wait to be written count too.
    var isFull: Bool { byID.count >= Self.maximumCount }

    /// Whether no further call is taken from the network: a slow disk is no reason to decline one.
    var isFullOfLiveOnes: Bool { byID.values.count { $0.machine.isLive } >= Self.maximumCount }

    /// Whether any conversation other than this one is up.
    func hasOthers(than id: UUID) -> Bool { byID.contains { $0.key != id && $0.value.machine.isLive } }

    subscript(id: UUID) -> LiveConversation? { byID[id] }

    subscript(call: CallID) -> LiveConversation? { byCall[call].flatMap { byID[$0] } }

    mutating func insert(_ conversation: LiveConversation) {
        byID[conversation.id] = conversation
        if case .backend(_, let call) = conversation.leg { byCall[call] = conversation.id }
    }

    mutating func remove(_ id: UUID) {
        guard let gone = byID.removeValue(forKey: id) else { return }
        if case .backend(_, let call) = gone.leg { byCall[call] = nil }
    }
}
