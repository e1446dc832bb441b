// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

extension Codes {
    /// Runs a code once the person agreed to what is theirs to decide. Throws `TelephonyError`, `CancellationError`.
    ///
    /// - Parameter reason: why it was allowed, for the audit.
    func run(
        _ code: NetworkCode, service: UUID?, by caller: Caller, _ reason: inout String
    ) async throws -> CodeResult {
        _ = try roles.rights(of: caller).start()
        let route = try CodeRoute(code)
        // Looking for the line may take a while, in which whoever asked goes away or loses the role.
        await lines.waitForFirst()
        await lines.waitUntilChoosable(named: service)
        try Task.checkCancellation()
        let choice = try chooseLine(for: route, service: service)
        let start = try roles.rights(of: caller).start()
        reason = roles.rights(of: caller).reason(for: start)
        let running = try admit(choice, start, by: caller)
        do {
            switch (start, choice) {
            case (.atOnce, .line):
                try advance(running.id, by: .begin)
                return try await carryOut(route, running)
            case (.afterConsent, _), (.atOnce, .among):
                let prompt = try prompt(about: code, start, choice, named: service != nil, by: caller)
                return try await carryOut(route, try await agreed(running, prompt, by: caller))
            }
        } catch {
            end(running.id)
            throw error
        }
    }

    /// Asks the person, and returns the code on the line that they chose.
    private func agreed(_ code: RunningCode, _ prompt: ConsentPrompt, by caller: Caller) async throws -> RunningCode {
        try advance(code.id, by: .question)
        let chosen: UUID?
        do { chosen = try await consent.require(prompt) { isOpen(code.id) } } catch {
            apply(.refusal, to: code.id)
            throw error
        }
        return try begin(code.id, on: chosen, prompt.act, caller)
    }

    /// Answers what the network asked in a session. Throws `TelephonyError`.
    func answer(_ session: UUID, _ answer: String, by caller: Caller) async throws -> CodeResult {
        let (code, services) = try beginAnswer(session, answer, by: caller)
        return try await exchange(code) { try await services.respondToUSSD(answer, on: code.line) }
    }

    private func carryOut(_ route: CodeRoute, _ code: RunningCode) async throws -> CodeResult {
        let (services, line) = (try backends.networkServices(of: code.line), code.line)
        return try await exchange(code) { try await services.carryOut(route, on: line) }
    }

    /// One turn with the line, as a job of the service: a caller who goes away ends the session, not the command that
    /// the modem has begun.
    private func exchange(
        _ code: RunningCode, _ turn: @escaping @Sendable () async throws -> USSDReply
    ) async throws -> CodeResult {
        let (jobs, id) = (commons.jobs, code.id)
        return try await waitCancellably {
            jobs.add { $0.codes.end(id) }
        } _: { done in
            let isTaken = jobs.add { board in
                let result = await outcome { try await turn() }
                done.resume(with: board.codes.finish(id, result))
            }
            if !isTaken { done.resume(with: finish(id, .failure(TelephonyError.serviceHasEnded))) }
            if Task.isCancelled { end(id) }
        }
    }
}

extension NetworkServices {
    /// Does what a code is for.
    fileprivate func carryOut(_ route: CodeRoute, on line: LineKey) async throws -> USSDReply {
        switch route {
        case .network(let code): return try await initiateUSSD(code, on: line)
        case .changePIN(let old, let new):
            try await changePIN(from: old, to: new, on: line)
            return .done("The PIN is changed.")
        case .unblockPIN(let puk, let new):
            try await unblockPIN(puk: puk, newPIN: new, on: line)
            return .done("The SIM is unblocked and has its new PIN.")
        case .callWaiting(let wanted):
            if let wanted { try await setCallWaiting(wanted, on: line) }
            return .done(try await callWaiting(on: line) ? "Call waiting is on." : "Call waiting is off.")
        case .equipmentIdentity: return .done(try await equipmentIdentity(of: line))
        }
    }
}

extension USSDReply {
    fileprivate static func done(_ text: String) -> USSDReply { USSDReply(text: text, wantsAnswer: false) }
}
