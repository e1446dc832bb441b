// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import ConversationService
import DBus
import FoundationEssentials
import Telephony

/// Sessions of network codes: each belongs to the connection that ran the code, or was the first to answer the network's
/// question, and ends with it.
extension ConversationEndpoint {
    /// Codes of one connection that run, are asked about or wait for its answer.
    package static let maximumCodesPerClient = 4

    /// One turn with the network, answered by a request object.
    ///
    /// - Parameter answered: the session that it goes on with.
    func exchange(
        _ call: CallContext, _ token: String, answering answered: UUID? = nil,
        _ turn: @escaping @Sendable (Switchboard) async throws -> CodeResult
    ) async throws -> ObjectPath {
        let name = Self.name(of: call)
        return try await request(for: call, token: token) { [self, board] in
            try await begin(name, answered)
            do {
                return await finish(try await turn(board), name)
            } catch {
                await end(name, answered)
                throw error
            }
        }
    }

    private func begin(_ name: String, _ answered: UUID?) async throws {
        try await requireRoom(name, besides: answered)
        clients[name]?.runningCodes += 1
    }

    /// A session whose answer was refused still waits for a better one.
    private func end(_ name: String, _ answered: UUID?) async {
        clients[name]?.runningCodes -= 1
        guard let answered, await board.codesWaitingForAnswer.contains(answered) else { return }
        await keep(answered, name)
    }

    /// Remembers whose session it is, when there is one and anybody is left to answer.
    private func finish(_ result: CodeResult, _ name: String) async -> [String: Variant] {
        clients[name]?.runningCodes -= 1
        if let session = result.session { await keep(session, name) }
        return [
            "text": .string(result.text), "wantsAnswer": .bool(result.session != nil),
            "session": .string(result.session?.uuidString ?? ""),
        ]
    }

    private func keep(_ session: UUID, _ name: String) async {
        guard !Task.isCancelled, clients[name] != nil else { return await board.abandonCode(session) }
        clients[name]?.codes.insert(session)
    }

    /// The session is the connection's and waits, or is one of the network's that is now its own; else it is as unknown
    /// as one that does not exist.
    ///
    /// - Parameter answer: what is about to be said in it.
    func session(_ text: String, of caller: Caller, _ call: CallContext, toSay answer: String? = nil) async throws
        -> UUID
    {
        let name = Self.name(of: call)
        guard let session = UUID(uuidString: text), let client = clients[name] else { throw Switchboard.sessionIsOver }
        if client.codes.contains(session) { return session }
        guard await board.isOpenToAll(session) else { throw Switchboard.sessionIsOver }
        try await requireRoom(name)
        try await board.claimCode(session, toSay: answer, by: caller)
        await keep(session, name)
        return session
    }

    /// Sessions that ended by themselves do not count, and the one that goes on counts as what runs from here on: it is
    /// taken out without a pause in which the connection could go and leave it to nobody.
    private func requireRoom(_ name: String, besides answered: UUID? = nil) async throws {
        clients[name]?.codes.formIntersection(await board.codesWaitingForAnswer)
        if let answered { clients[name]?.codes.remove(answered) }
        guard let client = clients[name] else { throw CancellationError() }
        guard client.runningCodes + client.codes.count < Self.maximumCodesPerClient else {
            throw TelephonyError(.tooMany, "too many codes are being run; end one first")
        }
    }

    /// The session is over.
    func forget(_ session: UUID, of call: CallContext) { clients[Self.name(of: call)]?.codes.remove(session) }
}
