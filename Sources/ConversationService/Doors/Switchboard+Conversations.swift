// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

// What `org.dialtone.Conversations1` asks for.
extension Switchboard {
    /// The conversations that the caller may see and that have not left.
    package func conversations(for caller: Caller) throws -> [ConversationSnapshot] {
        let scope = try roles.rights(of: caller).conversations()
        return conversations.all.map { conversations.snapshot(of: $0) }.filter { Self.covers(scope, $0) }
    }

    /// Returns once it is known which calls were up when the service started, or the patience for that is over.
    package func waitForFirstCalls() async { await conversations.waitForFirstCalls() }

    /// Answers a ringing conversation. Throws `TelephonyError`.
    package func answer(_ id: UUID, by caller: Caller) throws { try request(.answerRequested, of: id, by: caller) }

    /// Ends exactly this conversation. Throws `TelephonyError`.
    package func end(_ id: UUID, by caller: Caller) throws { try request(.endRequested, of: id, by: caller) }

    /// Sends DTMF tones one after the other; returns when the modem took the last. Throws `TelephonyError`.
    ///
    /// Those of several callers never mix. On hold they wait; with the caller's task the rest of theirs is cancelled.
    /// - Parameter owner: whose going ends them too (`abandonTones`).
    package func playTones(_ text: String, in id: UUID, by caller: Caller, for owner: String = "") async throws {
        let conversation = try visible(id, to: caller)
        guard text.utf8.count <= DialString.maximumLength, text.allSatisfy({ "0123456789*#ABCD".contains($0) }) else {
            throw TelephonyError(.invalidArgument, "tones are 0-9, *, # and A-D, \(DialString.maximumLength) at most")
        }
        try Self.requireConnected(conversation)
        guard !text.isEmpty else { return }
        try await tones.send(ToneQueue.Play(id: UUID(), owner: owner, tones: Substring(text)), in: id)
    }

    /// Nobody is there any more to hear of these tones.
    package func abandonTones(of owner: String) { tones.abandon(owner) }

    /// The person goes on with the tones that wait for them behind a `;`. Throws `TelephonyError`.
    package func continueTones(in id: UUID, by caller: Caller) throws {
        let conversation = try visible(id, to: caller)
        guard tones.isWaiting(id) else {
            throw TelephonyError(.wrongState, "no tones wait in this conversation; send some instead")
        }
        try Self.requireConnected(conversation)
        tones.goOn(id)
        conversations.publish(id)
    }

    private func request(_ event: ConversationEvent, of id: UUID, by caller: Caller) throws {
        if let refusal = conversations.apply(event, to: try visible(id, to: caller).id) { throw refusal }
    }

    /// A conversation of somebody else is as unknown as one that does not exist.
    private func visible(_ id: UUID, to caller: Caller) throws -> LiveConversation {
        let scope = try roles.rights(of: caller).conversations()
        guard let conversation = conversations[id], Self.covers(scope, conversations.snapshot(of: conversation)) else {
            throw TelephonyError(.unknownConversation, "there is no such conversation; dialtone calls lists them")
        }
        return conversation
    }

    private static func requireConnected(_ conversation: LiveConversation) throws(TelephonyError) {
        guard conversation.machine.phase == .active else {
            throw TelephonyError(.wrongState, "tones need a conversation that is connected and not on hold")
        }
    }

    /// Whether a conversation is within a right.
    package static func covers(_ scope: Rights.Scope, _ conversation: ConversationSnapshot) -> Bool {
        switch scope {
        case .everything: true
        case .ownedBy(let app): conversation.app == app
        }
    }
}
