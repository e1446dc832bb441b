// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

// What `org.dialtone.Prompts1` asks for, and what becomes of prompts on the screens.
extension Switchboard {
    /// What a prompt does on the screens.
    package enum PromptEvent: Hashable, Sendable {
        case show(ConsentPrompt)
        case dismiss(UUID)
    }

    /// The person's answer, from a screen that may show prompts. Throws `TelephonyError`.
    ///
    /// - Parameter service: the line they chose, where the prompt has choices.
    package func answerPrompt(_ id: UUID, isAllowed: Bool, on service: UUID? = nil, by caller: Caller) throws {
        try roles.rights(of: caller).showPrompts()
        try consent.answer(id, isAllowed: isAllowed, on: service)
    }

    /// The questions that are open.
    package var openPrompts: [ConsentPrompt] { consent.openPrompts }

    /// Whether somebody waits for the answer to a prompt.
    package func isAsking(_ id: UUID) -> Bool { consent.isAsking(id) }

    /// The screen that showed the prompt went and another one shows it now.
    package func promptWasReshown(_ id: UUID) { consent.wasReshown(id) }

    /// No screen can show the prompt: it is refused, or in the first moments waits for one.
    package func promptIsUndeliverable(_ id: UUID) { consent.isUndeliverable(id) }

    /// A screen is there: what waited for one is shown.
    package func screenHasCome() { consent.screenHasCome() }
}
