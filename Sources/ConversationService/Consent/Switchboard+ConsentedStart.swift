// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

extension Switchboard {
    /// Asks the person, together with whoever else asked for the same, and dials when they agree.
    func beginAfterConsent(_ wanted: WantedCall, _ request: StartRequest, by caller: Caller) async throws -> UUID {
        let asker = try asker(of: wanted, caller)
        // The person is not asked for a call that cannot be made anyway.
        let line =
            wanted.isEmergency ? nil : try await chooseLine(for: request, dialing: wanted.dial.address, by: caller)
        let key = StartInQuestion.Key(asker: asker.key, request: request)
        if startsInQuestion[key] == nil {
            let number = wanted.dial.address + wanted.dial.postDial
            let isLineKnown = request.service != nil || lines.all.count > 1
            let prompt = ConsentPrompt(
                asker: asker, act: wanted.isEmergency ? .emergencyCall(number) : .call(number),
                line: isLineKnown ? line?.label : nil)
            startsInQuestion[key] = StartInQuestion(prompt: prompt.id)
            spawn { [self] in await settle(key, prompt) { try await $0.begin(wanted, request, by: caller) } }
        }
        return try await outcome(of: key)
    }

    /// The app as its manifest names it; a call that is for no app is a link's.
    private func asker(of wanted: WantedCall, _ caller: Caller) throws(TelephonyError) -> ConsentPrompt.Asker {
        guard let app = caller.app else { throw TelephonyError(.unknownApp, "the calling program has no manifest") }
        guard wanted.app != nil else { return .link }
        return .app(identifier: app.bundleIdentifier, name: app.displayName)
    }

    /// How many callers wait for the person's answer to a start.
    package var waitersForConsent: Int { startsInQuestion.values.reduce(0) { $0 + $1.waiters.count } }

    private func settle(
        _ key: StartInQuestion.Key, _ prompt: ConsentPrompt,
        then begin: @escaping @Sendable (isolated Switchboard) async throws -> UUID
    ) async {
        let result: Result<UUID, any Error>
        do {
            try await requireConsent(prompt)
            result = .success(try await begin(self))
        } catch {
            result = .failure(error)
        }
        let settled = startsInQuestion.removeValue(forKey: key)
        settled?.waiters.values.forEach { $0.resume(with: result) }
    }

    /// Waits for a start in question; with the last one who waits the question goes away.
    private func outcome(of key: StartInQuestion.Key) async throws -> UUID {
        lastWaiter += 1
        let waiter = lastWaiter
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                startsInQuestion[key]?.waiters[waiter] = continuation
                if Task.isCancelled { leave(key, waiter) }
            }
        } onCancel: {
            spawnFromAnywhere { [self] in await leaveFromJob(key, waiter) }
        }
    }

    private func leaveFromJob(_ key: StartInQuestion.Key, _ waiter: UInt64) { leave(key, waiter) }

    private func leave(_ key: StartInQuestion.Key, _ waiter: UInt64) {
        guard let continuation = startsInQuestion[key]?.waiters.removeValue(forKey: waiter) else { return }
        continuation.resume(throwing: CancellationError())
        if let question = startsInQuestion[key], question.waiters.isEmpty { withdrawPrompt(question.prompt) }
    }
}
