// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

extension Switchboard {
    /// Asks the person, together with whoever else asked for the same, and dials when they agree.
    func dialWhenAgreed(
        _ wanted: WantedCall, _ request: StartRequest, _ start: Rights.Start, _ choice: LineChoice?, by caller: Caller
    ) async throws -> UUID {
        let asker = try asker(of: wanted, caller)
        let key = StartInQuestion.Key(asker: asker.key, request: Self.question(wanted, request))
        if startsInQuestion[key] == nil {
            // With one line alone there is nothing to tell, and another may take its place.
            let shown = request.service != nil || lines.all.count > 1 ? try? choice?.settled() : nil
            let prompt = ConsentPrompt(
                asker: asker, act: act(of: wanted, start), line: shown?.label,
                choices: try choice.map { try choices(of: $0) } ?? [])
            var agreed = request
            agreed.service = shown.flatMap { lines.service(of: $0.key) } ?? request.service
            startsInQuestion[key] = StartInQuestion(prompt: prompt.id)
            let isTaken = spawn { [self, agreed] in await settle(key, prompt, wanted, agreed, by: caller) }
            guard isTaken else {
                startsInQuestion[key] = nil
                throw Self.hasEnded
            }
        }
        return try await outcome(of: key)
    }

    /// What makes two requests one question. An emergency call takes any line, so that there only the number counts: an
    /// app that names ever other lines asks no more than once.
    private static func question(_ wanted: WantedCall, _ request: StartRequest) -> StartRequest {
        guard wanted.isEmergency else { return request }
        return StartRequest(handle: .number(wanted.dial.address + wanted.dial.postDial))
    }

    private func act(of wanted: WantedCall, _ start: Rights.Start) -> ConsentPrompt.Act {
        let number = wanted.dial.address + wanted.dial.postDial
        if start == .atOnce { return .chooseLine(number) }
        return wanted.isEmergency ? .emergencyCall(number) : .call(number)
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
        _ key: StartInQuestion.Key, _ prompt: ConsentPrompt, _ wanted: WantedCall, _ agreed: StartRequest,
        by caller: Caller
    ) async {
        let result: Result<UUID, any Error>
        do {
            var agreed = agreed
            try requireWaiters(for: key, prompt)
            // The line that the person saw or chose, and no other.
            if let chosen = try await requireConsent(prompt) { agreed.service = chosen }
            try requireWaiters(for: key, prompt)
            startsInQuestion[key]?.isAgreed = true
            let line = try await chooseLine(for: wanted, agreed, by: caller)?.settled()
            try requireRight(to: prompt.act, caller)
            result = .success(try await dial(wanted, agreed, on: line))
        } catch {
            result = .failure(error)
        }
        guard isOpen(key, prompt) else { return }
        let settled = startsInQuestion.removeValue(forKey: key)
        settled?.waiters.values.forEach { $0.resume(with: result) }
    }

    /// Whether it is still this question that is open, and not an equal one that came after it.
    private func isOpen(_ key: StartInQuestion.Key, _ prompt: ConsentPrompt) -> Bool {
        startsInQuestion[key]?.prompt == prompt.id
    }

    /// Nothing is asked or dialed for nobody.
    private func requireWaiters(for key: StartInQuestion.Key, _ prompt: ConsentPrompt) throws {
        guard isOpen(key, prompt) else { throw CancellationError() }
    }

    /// Who was asked for the line alone agreed to nothing: the caller has to be allowed to dial still.
    private func requireRight(to act: ConsentPrompt.Act, _ caller: Caller) throws {
        let start = try rights(of: caller).start()
        guard act.needsConsent || start == .atOnce else {
            throw TelephonyError(.wrongState, "the app is not the default dialer any more; start the call again")
        }
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
        guard let question = startsInQuestion[key], question.waiters.isEmpty, !question.isAgreed else { return }
        // At once, whether it is shown yet or not: an equal request that comes now is a question of its own.
        startsInQuestion[key] = nil
        withdrawPrompt(question.prompt)
    }
}
