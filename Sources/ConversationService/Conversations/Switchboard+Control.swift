// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

extension Switchboard {
    /// The conversations that the caller may see and that have not left.
    package func conversations(for caller: Caller) throws -> [ConversationSnapshot] {
        let scope = try rights(of: caller).conversations()
        return registry.all.map(\.snapshot).filter { Self.covers(scope, $0) }
    }

    /// Answers a ringing conversation. Throws `TelephonyError`.
    package func answer(_ id: UUID, by caller: Caller) throws { try request(.answerRequested, of: id, by: caller) }

    /// Ends exactly this conversation. Throws `TelephonyError`.
    package func end(_ id: UUID, by caller: Caller) throws { try request(.endRequested, of: id, by: caller) }

    private func request(_ event: ConversationEvent, of id: UUID, by caller: Caller) throws {
        if let refusal = apply(event, to: try visible(id, to: caller).id) { throw refusal }
    }

    /// A conversation of somebody else is as unknown as one that does not exist.
    func visible(_ id: UUID, to caller: Caller) throws -> LiveConversation {
        let scope = try rights(of: caller).conversations()
        guard let conversation = registry[id], Self.covers(scope, conversation.snapshot) else {
            throw TelephonyError(.unknownConversation, "there is no such conversation; dialtone calls lists them")
        }
        return conversation
    }

    /// Whether a conversation is within a right.
    package static func covers(_ scope: Rights.Scope, _ conversation: ConversationSnapshot) -> Bool {
        switch scope {
        case .everything: true
        case .ownedBy(let app): conversation.app == app
        }
    }
}
