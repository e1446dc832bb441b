// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import ConversationService
import DBus
import FoundationEssentials
import Telephony

/// Sessions of network codes: each belongs to the connection that ran the code, and ends with it.
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
        clients[name]?.codes.formIntersection(await board.codesWaitingForAnswer)
        if let answered { clients[name]?.codes.remove(answered) }
        guard let client = clients[name] else { throw CancellationError() }
        guard client.runningCodes + client.codes.count < Self.maximumCodesPerClient else {
            throw TelephonyError(.tooMany, "too many codes are being run; end one first")
        }
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

    /// The session is the caller's and waits; else it is as unknown as one that does not exist.
    func ownSession(_ text: String, _ call: CallContext) throws -> UUID {
        guard let session = UUID(uuidString: text), clients[Self.name(of: call)]?.codes.contains(session) == true else {
            throw TelephonyError(.wrongState, "this session is over; run the code again")
        }
        return session
    }

    /// The session is over.
    func forget(_ session: UUID, of call: CallContext) { clients[Self.name(of: call)]?.codes.remove(session) }
}
