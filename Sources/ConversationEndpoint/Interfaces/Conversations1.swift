// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import ConversationService
import DBus
import Telephony

extension ConversationEndpoint {
    /// org.dialtone.Conversations1: see and control conversations that are up.
    nonisolated var conversationsInterface: Interface {
        Interface(
            ContractNames.conversations,
            methods: [
                Method("List", results: ["conversations"]) {
                    [self] (call: CallContext) async throws -> [ConversationInfo] in
                    try await board.conversations(for: callerAfterFirstCalls(of: call)).map(ConversationInfo.init)
                },
                Method("Answer", arguments: ["conversation", "options"]) {
                    [self] (call: CallContext, id: String, _: Options<NoOptions>) async throws in
                    try await board.answer(Self.uuid(id, what: "conversation"), by: callerAfterFirstCalls(of: call))
                },
                Method("End", arguments: ["conversation", "options"]) {
                    [self] (call: CallContext, id: String, _: Options<NoOptions>) async throws in
                    try await board.end(Self.uuid(id, what: "conversation"), by: callerAfterFirstCalls(of: call))
                },
                Method("PlayTones", arguments: ["conversation", "tones", "options"]) {
                    [self] (call: CallContext, id: String, tones: String, _: Options<NoOptions>) async throws in
                    try await board.playTones(
                        tones, in: Self.uuid(id, what: "conversation"), by: caller(of: call), for: Self.name(of: call))
                },
                Method("ContinueTones", arguments: ["conversation"]) {
                    [self] (call: CallContext, id: String) async throws in
                    try await board.continueTones(in: Self.uuid(id, what: "conversation"), by: caller(of: call))
                },
                Method("Subscribe") { [self] (call: CallContext) async throws in
                    _ = try await board.conversations(for: caller(of: call))
                    await subscribe(call, to: .conversations)
                },
            ],
            signals: [SignalDeclaration("Changed", arguments: ["conversation"], ConversationInfo.self)])
    }

    /// Who calls, once it is known which calls were up when the daemon started.
    private func callerAfterFirstCalls(of call: CallContext) async throws -> Caller {
        await board.waitForFirstCalls()
        return try await caller(of: call)
    }
}
