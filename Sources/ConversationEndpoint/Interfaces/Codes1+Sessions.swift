// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import ConversationService
import DBus
import FoundationEssentials
import Telephony

/// The options of `Codes1.Run`.
enum CodeOptions: OptionNames {
    static let known: Set<String> = ["service"]
}

/// Sessions of network codes: each belongs to the connection that ran the code, or was the first to answer the network's
/// question, and ends with it.
extension ConversationEndpoint {
    func answer(
        _ call: CallContext, by caller: Caller, _ token: String, _ session: String, _ text: String
    ) throws -> ObjectPath {
        let session = try self.session(session, of: caller, call, toSay: text)
        return try exchange(call, by: caller, token, answering: session) { board in
            try await board.answerCode(session, text, by: caller)
        }
    }

    /// One turn with the network, answered by a request object.
    ///
    /// - Parameter answered: the session that it goes on with.
    func exchange(
        _ call: CallContext, by caller: Caller, _ token: String, answering answered: UUID? = nil,
        _ turn: @escaping @Sendable (Switchboard) async throws -> CodeResult
    ) throws -> ObjectPath {
        let name = Self.name(of: call)
        try clients.beginCode(of: name, waiting: step { $0.codesWaitingForAnswer }, answering: answered)
        do {
            return try request(for: call, by: caller, token: token) { [board] in
                Self.results(of: try await turn(board))
            } afterwards: { [self] response, isSent in
                assumeIsolated { $0.codeHasRun(of: name, response, isSent: isSent, answering: answered) }
            }
        } catch {
            codeHasRun(of: name, Response(failure: error), isSent: true, answering: answered)
            throw error
        }
    }

    /// A turn is over and its response on its way: that the session waits still, and whose it is, is one step.
    ///
    /// A session whose answer was refused still waits for a better one. Of a session that the response names and that has
    /// ended since nobody else would be told: it was nobody's then.
    func codeHasRun(of name: String, _ response: Response, isSent: Bool, answering answered: UUID?) {
        clients.endCode(of: name)
        let opened = response.results["session"]?.string.flatMap { UUID(uuidString: $0) }
        guard let session = opened ?? answered else { return }
        if step({ $0.codesWaitingForAnswer.contains(session) }) {
            guard isSent else { return abandon([session]) }
            keep(session, name)
        } else if opened != nil, isSent {
            tellEnd(of: session, to: name)
        }
    }

    private static func results(of result: CodeResult) -> [String: Variant] {
        [
            "text": .string(result.text), "wantsAnswer": .bool(result.session != nil),
            "session": .string(result.session?.uuidString ?? ""),
        ]
    }

    private func keep(_ session: UUID, _ name: String) {
        guard clients.keep(session, of: name) else { return abandon([session]) }
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
