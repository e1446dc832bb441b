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
    /// - Parameter isWanted: whether somebody still waits for the answer; looked at when the prompt is about to be shown.
    @discardableResult
    func requireConsent(
        _ prompt: ConsentPrompt, while isWanted: @escaping @Sendable (isolated Switchboard) -> Bool = { _ in true }
    ) async throws -> UUID? {
        let answer = try await ask(prompt, while: isWanted)
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

    private func ask(
        _ prompt: ConsentPrompt, while isWanted: @escaping @Sendable (isolated Switchboard) -> Bool
    ) async throws -> ConsentAnswer {
        if let automatic = automaticAnswer {
            guard isWanted(self) else { return .withdrawn }
            try desk.admit(prompt, at: parts.time.uptime)
            desk.close(prompt.id, .allowed(on: nil), at: parts.time.uptime)
            return automatic ? .allowed(on: prompt.choices.first?.id) : .declined
        }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            // Cancelled with the question: an app that asks and withdraws in a loop would leave a minute for each.
            group.addTask { [self] in await losePatience(with: prompt.id) }
            defer { group.cancelAll() }
            return try await answer(to: prompt, while: isWanted)
        }
    }

    private func answer(
        to prompt: ConsentPrompt, while isWanted: @Sendable (isolated Switchboard) -> Bool
    ) async throws -> ConsentAnswer {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // Whether anybody waits, whether it may be shown, and showing it are one step.
                guard !Task.isCancelled, isWanted(self) else { return continuation.resume(returning: .withdrawn) }
                do { try desk.admit(prompt, at: parts.time.uptime) } catch {
                    return continuation.resume(throwing: error)
                }
                asking[prompt.id] = continuation
                publish(.prompt(.show(prompt)))
            }
        } onCancel: {
            spawn { [self] in await finishPrompt(prompt.id, .withdrawn) }
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

    /// The questions that are open.
    package var openPrompts: [ConsentPrompt] { desk.openPrompts }

    /// Whether somebody waits for the answer to a prompt.
    package func isAsking(_ id: UUID) -> Bool { asking[id] != nil }

    /// The screen that showed the prompt went and another one shows it now.
    package func promptWasReshown(_ id: UUID) { desk.reshown(id, at: parts.time.uptime) }

    /// Nobody waits for the answer any more.
    func withdrawPrompt(_ id: UUID) { closePrompt(id, .withdrawn) }

    private func finishPrompt(_ id: UUID, _ answer: ConsentAnswer) { closePrompt(id, answer) }

    func closePrompt(_ id: UUID, _ answer: ConsentAnswer) {
        guard let continuation = asking.removeValue(forKey: id) else { return }
        undelivered.removeAll { $0 == id }
        desk.close(id, answer, at: parts.time.uptime)
        publish(.prompt(.dismiss(id)))
        continuation.resume(returning: answer)
    }
}
