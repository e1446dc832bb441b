// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// Codes while they run: turns with the line, and what follows from each.
extension Switchboard {
    func carryOut(_ route: CodeRoute, _ live: LiveCode) async throws -> CodeResult {
        let (services, line) = (try networkServices(of: live.line), live.line)
        return try await exchange(live) {
            switch route {
            case .network(let code): return try await services.initiateUSSD(code, on: line)
            case .changePIN(let old, let new):
                try await services.changePIN(from: old, to: new, on: line)
                return .done("The PIN is changed.")
            case .unblockPIN(let puk, let new):
                try await services.unblockPIN(puk: puk, newPIN: new, on: line)
                return .done("The SIM is unblocked and has its new PIN.")
            case .callWaiting(let wanted):
                if let wanted { try await services.setCallWaiting(wanted, on: line) }
                let isOn = try await services.callWaiting(on: line)
                return .done(isOn ? "Call waiting is on." : "Call waiting is off.")
            case .equipmentIdentity: return .done(try await services.equipmentIdentity(of: line))
            }
        }
    }

    /// One turn with the line, as a job of the service: a caller who goes away ends the session, not the command that
    /// the modem has begun.
    func exchange(
        _ live: LiveCode, _ turn: @escaping @Sendable () async throws -> USSDReply
    ) async throws -> CodeResult {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (done: CheckedContinuation<CodeResult, any Error>) in
                let isTaken = spawn { [self] in
                    let result: Result<USSDReply, any Error>
                    do { result = .success(try await turn()) } catch { result = .failure(error) }
                    done.resume(with: await finish(live.id, result))
                }
                if !isTaken { done.resume(with: finish(live.id, .failure(Self.hasEnded))) }
                if Task.isCancelled { endCode(live.id) }
            }
        } onCancel: {
            spawn { [self] in await abandonCode(live.id) }
        }
    }

    private func finish(_ id: UUID, _ result: Result<USSDReply, any Error>) -> Result<CodeResult, any Error> {
        guard codes[id] != nil else { return .failure(Self.cancelled) }
        switch result {
        case .failure(let error):
            apply(.failure, to: id)
            return .failure(error)
        case .success(let reply):
            apply(reply.wantsAnswer ? .request : .reply, to: id)
            return .success(CodeResult(text: reply.text, session: reply.wantsAnswer ? id : nil))
        }
    }

    private static let cancelled = TelephonyError(.wrongState, "the code was cancelled; run it again")

    func own(_ session: UUID, of caller: Caller) throws -> LiveCode {
        guard let live = codes[session], let app = caller.app, live.owner == .app(app.bundleIdentifier) else {
            throw Self.sessionIsOver
        }
        return live
    }

    func endCode(_ id: UUID) { apply(.cancel, to: id) }

    /// Lets an event happen that has to have an effect. Throws `wrongState`.
    func advance(_ id: UUID, by event: CodeSession.Event) throws {
        guard apply(event, to: id) else {
            throw TelephonyError(.wrongState, "the session does not wait for this now; wait for its reply")
        }
    }

    /// False when the event changed nothing.
    @discardableResult
    func apply(_ event: CodeSession.Event, to id: UUID) -> Bool {
        guard var live = codes[id] else { return false }
        let hadQuestion = live.machine.phase == .waitingForAnswer
        let effects = live.machine.handle(event)
        live.question += event == .request ? 1 : 0
        codes[id] = live
        for effect in effects { obey(effect, live) }
        if hadQuestion, effects.contains(.close) { publish(.codeEnded(id)) }
        return !effects.isEmpty
    }

    private func obey(_ effect: CodeSession.Effect, _ live: LiveCode) {
        switch effect {
        // Done by whoever let the event happen, who waits for the outcome.
        case .askPerson, .send, .respond: break
        case .close: codes[live.id] = nil
        case .cancelAtNetwork:
            guard let services = try? networkServices(of: live.line) else { return }
            // The network's end of a session that it will not let go of times out by itself.
            spawn { try? await services.cancelUSSD(on: live.line) }
        case .waitForAnswer:
            spawn { [self, time = parts.time] in
                try? await time.sleep(until: time.uptime + Self.answerPatience)
                await expire(live.id, live.question)
            }
        }
    }

    private func expire(_ id: UUID, _ question: Int) {
        guard let live = codes[id], live.question == question, live.machine.phase == .waitingForAnswer else { return }
        endCode(id)
    }
}

extension USSDReply {
    fileprivate static func done(_ text: String) -> USSDReply { USSDReply(text: text, wantsAnswer: false) }
}
