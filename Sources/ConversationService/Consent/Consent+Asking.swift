// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

extension Consent {
    /// Asks the person and returns when they agreed, with the line they chose where there was a choice.
    ///
    /// - Throws: `TelephonyError`: `declined` (said or by silence), `promptUnavailable`, `lineChoiceNeeded` when only
    ///   the line could not be asked for, `tooMany`; `CancellationError` when whoever asked went away, and then the
    ///   prompt goes away too.
    /// - Parameter isWanted: whether somebody still waits for the answer; looked at when the prompt is about to be shown.
    @discardableResult
    func require(_ prompt: ConsentPrompt, while isWanted: () -> Bool = { true }) async throws -> UUID? {
        switch try await ask(prompt, while: isWanted) {
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

    private func ask(_ prompt: ConsentPrompt, while isWanted: () -> Bool) async throws -> ConsentAnswer {
        if let automaticAnswer {
            return try answerAutomatically(prompt, automaticAnswer, isWanted: isWanted())
        }
        let (jobs, id) = (commons.jobs, prompt.id)
        // The clock stops with the question: an app that asks and withdraws in a loop leaves no timers.
        return try await commons.time.race(until: commons.now + ConsentDesk.patience) {
            jobs.add { $0.consent.close(id, .unanswered) }
        } _: {
            try await waitCancellably {
                jobs.add { $0.consent.close(id, .withdrawn) }
            } _: {
                show(prompt, isWanted: !Task.isCancelled && isWanted(), $0)
            }
        }
    }
}
