// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

extension Switchboard {
    /// Asks the person, together with whoever else asked for the same, and dials when they agree.
    func dialWhenAgreed(
        _ wanted: WantedCall, _ request: StartRequest, _ start: Rights.Start, _ choice: LineChoice?, by caller: Caller
    ) async throws -> UUID {
        let key = StartInQuestion.Key(
            asker: try asker(of: wanted, caller).key, request: Self.question(wanted, request))
        lastWaiter += 1
        let waiter = lastWaiter
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // Opening the question and joining it are one step: between them the last waiter could take it away.
                do {
                    if startsInQuestion[key] == nil {
                        try open(key, try question(about: wanted, request, start, choice, by: caller))
                    }
                    startsInQuestion[key]?.waiters[waiter] = continuation
                } catch {
                    return continuation.resume(throwing: error)
                }
                if Task.isCancelled { leave(key, waiter) }
            }
        } onCancel: {
            spawn { [self] in await leaveFromJob(key, waiter) }
        }
    }

    private func open(_ key: StartInQuestion.Key, _ question: StartInQuestion) throws {
        guard spawn({ [self] in await settle(key, question) }) else { throw Self.hasEnded }
        startsInQuestion[key] = question
    }

    private func question(
        about wanted: WantedCall, _ request: StartRequest, _ start: Rights.Start, _ choice: LineChoice?,
        by caller: Caller
    ) throws -> StartInQuestion {
        // With one line alone there is nothing to tell, and another may take its place.
        let shown = request.service != nil || lines.all.count > 1 ? try? choice?.settled() : nil
        let prompt = ConsentPrompt(
            asker: try asker(of: wanted, caller), act: act(of: wanted, start), line: shown?.label,
            choices: try choice.map { try choices(of: $0) } ?? [])
        var agreed = request
        agreed.service = shown.flatMap { lines.service(of: $0.key) } ?? request.service
        return StartInQuestion(prompt: prompt, wanted: wanted, request: agreed, caller: caller)
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

    private func settle(_ key: StartInQuestion.Key, _ question: StartInQuestion) async {
        let result: Result<UUID, any Error>
        do { result = .success(try await askAndDial(key, question)) } catch { result = .failure(error) }
        guard isOpen(key, question) else { return }
        startsInQuestion.removeValue(forKey: key)?.finish(result)
    }

    private func askAndDial(_ key: StartInQuestion.Key, _ question: StartInQuestion) async throws -> UUID {
        let chosen = try await requireConsent(question.prompt) { $0.isOpen(key, question) }
        // The line that the person saw or chose, and no other.
        var request = question.request
        if let chosen { request.service = chosen }
        try agree(to: key, question)
        let line = try await chooseLine(for: question.wanted, request, by: question.caller)?.settled()
        try requireRight(to: question.prompt.act, question.caller)
        return try await dial(question.wanted, request, on: line)
    }

    /// Whether it is still this question that is open, and not an equal one that came after it.
    private func isOpen(_ key: StartInQuestion.Key, _ question: StartInQuestion) -> Bool {
        startsInQuestion[key]?.prompt.id == question.prompt.id
    }

    /// The person said yes; nothing is dialed for nobody.
    private func agree(to key: StartInQuestion.Key, _ question: StartInQuestion) throws {
        guard isOpen(key, question) else { throw CancellationError() }
        startsInQuestion[key]?.isAgreed = true
    }

    /// Who was asked for the line alone agreed to nothing: the caller has to be allowed to do it unasked still.
    func requireRight(to act: ConsentPrompt.Act, _ caller: Caller) throws {
        let start = try rights(of: caller).start()
        guard act.needsConsent || start == .atOnce else { throw Self.roleIsLost }
    }

    static let roleIsLost = TelephonyError(
        .wrongState, "the app is not the default dialer any more; start the call or the code again")

    private func leaveFromJob(_ key: StartInQuestion.Key, _ waiter: UInt64) { leave(key, waiter) }

    /// Somebody does not wait any more; with the last one the question goes away.
    private func leave(_ key: StartInQuestion.Key, _ waiter: UInt64) {
        guard let continuation = startsInQuestion[key]?.waiters.removeValue(forKey: waiter) else { return }
        continuation.resume(throwing: CancellationError())
        guard let question = startsInQuestion[key], question.waiters.isEmpty, !question.isAgreed else { return }
        // At once, whether it is shown yet or not: an equal request that comes now is a question of its own.
        startsInQuestion[key] = nil
        withdrawPrompt(question.prompt.id)
    }

    /// Nobody can be asked any more.
    func endStartsInQuestion() {
        let open = startsInQuestion.values
        startsInQuestion = [:]
        for question in open { question.finish(.failure(Self.hasEnded)) }
    }
}
