// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import ConversationService
import DBus
import FoundationEssentials
import Telephony

/// Sessions of network codes: each belongs to the connection that ran the code, or was the first to answer the network's
/// question, and ends with it.
extension ConversationEndpoint {
    /// One turn with the network, answered by a request object.
    ///
    /// - Parameter answered: the session that it goes on with.
    func exchange(
        _ call: CallContext, by caller: Caller, _ token: String, answering answered: UUID? = nil,
        _ turn: @escaping @Sendable (Switchboard) async throws -> CodeResult
    ) throws -> ObjectPath {
        let name = Self.name(of: call)
        return try request(for: call, by: caller, token: token) { [self, board] in
            try await begin(name, answered)
            do {
                return await finish(try await turn(board), name)
            } catch {
                await end(name, answered)
                throw error
            }
        }
    }

    private func begin(_ name: String, _ answered: UUID?) throws {
        try clients.beginCode(of: name, waiting: step { $0.codesWaitingForAnswer }, answering: answered)
    }

    /// A session whose answer was refused still waits for a better one.
    private func end(_ name: String, _ answered: UUID?) {
        clients.endCode(of: name)
        guard let answered, step({ $0.codesWaitingForAnswer.contains(answered) }) else { return }
        keep(answered, name)
    }

    /// Remembers whose session it is, when there is one and anybody is left to answer.
    private func finish(_ result: CodeResult, _ name: String) -> [String: Variant] {
        clients.endCode(of: name)
        if let session = result.session { keep(session, name) }
        return [
            "text": .string(result.text), "wantsAnswer": .bool(result.session != nil),
            "session": .string(result.session?.uuidString ?? ""),
        ]
    }

    private func keep(_ session: UUID, _ name: String) {
        guard !Task.isCancelled, clients.keep(session, of: name) else { return abandon([session]) }
    }

    /// The session is the connection's and waits, or is one of the network's that is now its own; else it is as unknown
    /// as one that does not exist.
    ///
    /// - Parameter answer: what is about to be said in it.
    func session(_ text: String, of caller: Caller, _ call: CallContext, toSay answer: String? = nil) throws -> UUID {
        let name = Self.name(of: call)
        guard let session = UUID(uuidString: text), let client = clients[name] else { throw Switchboard.sessionIsOver }
        if client.codes.contains(session) { return session }
        guard step({ $0.isOpenToAll(session) }) else { throw Switchboard.sessionIsOver }
        try clients.requireRoomForCode(of: name, waiting: step { $0.codesWaitingForAnswer })
        try step { try $0.claimCode(session, toSay: answer, by: caller) }
        keep(session, name)
        return session
    }

    /// The person gives a session up.
    func cancelSession(_ text: String, of caller: Caller, _ call: CallContext) throws {
        let session = try session(text, of: caller, call)
        try step { try $0.cancelCode(session, by: caller) }
        clients.forget(session, of: Self.name(of: call))
    }
}
