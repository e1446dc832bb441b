// SPDX-License-Identifier: Apache-2.0
import DBus

extension ConversationClient {
    /// Runs a network code and returns what is said to it; cancelled, it ends the code.
    ///
    /// - Parameters:
    ///   - code: as entered, such as `*100#`.
    ///   - service: identifier of the cellular service to run it on, or an error.
    package func runCode(_ code: String, service: String? = nil) async throws -> CodeReply {
        var options: [String: Variant] = [:]
        options["service"] = service.map(Variant.string)
        return try Self.reply(await request(ContractNames.codes, "Run", code, options))
    }

    /// Answers what the network asked in a session, its own or that of a `MessageInfo`; cancelled, it ends the session.
    package func answerCode(_ session: String, _ text: String) async throws -> CodeReply {
        try Self.reply(await request(ContractNames.codes, "Answer", session, text, Self.noOptions))
    }

    /// Ends a session that waits for an answer.
    package func cancelCode(_ session: String) async throws {
        try await call(ContractNames.codes, "Cancel", session)
    }

    func receiveMessage(_ signal: SignalMessage) {
        guard
            let (service, text, session, details) = try? signal.read(
                as: String.self, String.self, String.self, [String: Variant].self)
        else { return }
        let message = MessageInfo(
            text: text, service: service, session: session.isEmpty ? nil : session, details: details)
        tell(.message(message), about: .messages)
    }

    private static func reply(_ results: [String: Variant]) throws -> CodeReply {
        do {
            let session = try results.value("session", as: String.self) ?? ""
            return CodeReply(text: try results.value("text") ?? "", session: session.isEmpty ? nil : session)
        } catch {
            throw worded(error)
        }
    }
}
