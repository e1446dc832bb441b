// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import ConversationService
import DBus

extension ConversationEndpoint {
    /// org.dialtone.Prompts1: show the daemon's questions and answer for the person.
    nonisolated var promptsInterface: Interface {
        Interface(
            ContractNames.prompts,
            methods: [
                Method("Register", arguments: ["kind", "options"]) {
                    [self] (call: CallContext, kind: String, _: Options<NoOptions>) async throws in
                    try await registerScreen(call, kind: kind)
                },
                Method("Unregister") { [self] (call: CallContext) async throws in
                    try await board.rights(of: caller(of: call)).showPrompts()
                    await screenHasGone(Self.name(of: call))
                },
                Method("Answer", arguments: ["prompt", "allow", "line", "options"]) {
                    [self] (call: CallContext, prompt: String, allow: Bool, line: String, _: Options<NoOptions>)
                        async throws in
                    try await answerPrompt(call, prompt, isAllowed: allow, on: line)
                },
            ],
            signals: [
                SignalDeclaration("Show", arguments: ["prompt"], PromptInfo.self),
                SignalDeclaration("Dismiss", arguments: ["prompt", "details"], String.self, [String: Variant].self),
            ])
    }
}
