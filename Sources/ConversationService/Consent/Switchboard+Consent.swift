// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

extension Switchboard {
    /// What a prompt does on the screens.
    package enum PromptEvent: Hashable, Sendable {
        case show(ConsentPrompt)
        case dismiss(UUID)
    }

    /// Asks the person and returns when they agreed, with the line they chose where there was a choice.
    ///
    /// - Throws: `TelephonyError`: `declined` (said or by silence), `promptUnavailable`, `lineChoiceNeeded` when only
    ///   the line could not be asked for, `tooMany`; `CancellationError` when whoever asked went away, and then the
    ///   prompt goes away too.
    @discardableResult
    func requireConsent(_ prompt: ConsentPrompt) async throws -> UUID? {
        let answer = try await ask(prompt)
        switch answer {
        case .allowed(let service): return service
        case .declined: throw TelephonyError(.declined, "the person declined")
        case .unanswered: throw TelephonyError(.declined, "the person did not answer in time")
        case .withdrawn: throw CancellationError()
        case .unavailable where !prompt.act.needsConsent: throw LineChoice.isOpen
        case .unavailable:
            throw TelephonyError(
                .promptUnavailable,
                "the person has to confirm this and nothing can ask them; start dialtone agent in a login terminal")
        }
    }

    private func ask(_ prompt: ConsentPrompt) async throws -> ConsentAnswer {
        try desk.admit(prompt, at: parts.time.uptime)
        if let automatic = automaticAnswer {
            desk.close(prompt.id, .allowed(on: nil), at: parts.time.uptime)
            return automatic ? .allowed(on: prompt.choices.first?.id) : .declined
        }
        return await withTaskGroup { group in
            // Ends with the question: a minute is long for those who ask and withdraw all the time.
            group.addTask { [self] in await losePatience(with: prompt.id) }
            defer { group.cancelAll() }
            return await answer(to: prompt)
        }
    }

    private func answer(to prompt: ConsentPrompt) async -> ConsentAnswer {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                asking[prompt.id] = continuation
                publish(.prompt(.show(prompt)))
                if Task.isCancelled { closePrompt(prompt.id, .withdrawn) }
            }
        } onCancel: {
            spawnFromAnywhere { [self] in await finishPrompt(prompt.id, .withdrawn) }
        }
    }

    private func losePatience(with prompt: UUID) async {
        do { try await parts.time.sleep(until: parts.time.uptime + ConsentDesk.patience) } catch { return }
        closePrompt(prompt, .unanswered)
    }

    /// The person's answer, from a screen that may show prompts. Throws `TelephonyError`.
    ///
    /// - Parameter service: the line they chose, where the prompt has choices.
    package func answerPrompt(_ id: UUID, isAllowed: Bool, on service: UUID? = nil, by caller: Caller) throws {
        try rights(of: caller).showPrompts()
        try desk.answer(id, isAllowed: isAllowed, on: service, at: parts.time.uptime)
        closePrompt(id, isAllowed ? .allowed(on: service) : .declined)
    }

    /// Whether somebody waits for the answer to a prompt.
    package func isAsking(_ id: UUID) -> Bool { asking[id] != nil }

    /// The screen that showed the prompt went and another one shows it now.
    package func promptWasReshown(_ id: UUID) { desk.reshown(id, at: parts.time.uptime) }

    /// Nobody waits for the answer any more.
    func withdrawPrompt(_ id: UUID) { closePrompt(id, .withdrawn) }

    private func finishPrompt(_ id: UUID, _ answer: ConsentAnswer) { closePrompt(id, answer) }

    func closePrompt(_ id: UUID, _ answer: ConsentAnswer) {
        guard let continuation = asking.removeValue(forKey: id) else { return }
        desk.close(id, answer, at: parts.time.uptime)
        publish(.prompt(.dismiss(id)))
        continuation.resume(returning: answer)
    }
}
