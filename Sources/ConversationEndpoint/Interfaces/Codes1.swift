// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import ConversationService
import DBus
import FoundationEssentials
import Telephony

extension ConversationEndpoint {
    /// org.dialtone.Codes1: run network codes, and hear what the network says by itself.
    nonisolated var codesInterface: Interface {
        Interface(
            ContractNames.codes,
            methods: [
                Method("Run", arguments: ["token", "code", "options"], results: ["request"]) {
                    [self] (call: CallContext, token: String, code: String, options: Options<CodeOptions>) async throws
                        -> ObjectPath in
                    let caller = try await caller(of: call)
                    let service = try Self.identifier("service", of: options.value("service"))
                    return try await exchange(call, by: caller, token) { board in
                        try await board.runCode(code, service: service, by: caller)
                    }
                },
                Method("Answer", arguments: ["token", "session", "text", "options"], results: ["request"]) {
                    [self] (call: CallContext, token: String, session: String, text: String, _: Options<NoOptions>)
                        async throws -> ObjectPath in
                    let caller = try await caller(of: call)
                    return try await answer(call, by: caller, token, session, text)
                },
                Method("Cancel", arguments: ["session"]) {
                    [self] (call: CallContext, session: String) async throws in
                    let caller = try await caller(of: call)
                    try await cancelSession(session, of: caller, call)
                },
                Method("Subscribe") { [self] (call: CallContext) async throws in
                    try await board.rights(of: caller(of: call)).networkMessages()
                    await subscribe(call, to: .messages)
                },
            ],
            signals: [
                SignalDeclaration(
                    "Message", arguments: ["service", "text", "session", "details"], String.self, String.self,
                    String.self,
                    [String: Variant].self),
                SignalDeclaration(
                    "SessionEnded", arguments: ["session", "details"], String.self, [String: Variant].self),
            ])
    }
}
