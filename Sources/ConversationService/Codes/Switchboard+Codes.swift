// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

extension Switchboard {
    /// How long the network's question waits for the person; the network itself gives up sooner or later.
    package static let answerPatience = Duration.seconds(300)

    /// Runs a network code and returns what the network, the SIM or the device says to it.
    ///
    /// The default dialer's press is the person's; any other app waits for the person's consent first. Never a voice
    /// call, and never in the history. A caller that stops waiting ends the session.
    /// - Parameters:
    ///   - text: the code as it was entered, such as `*100#`; it may hold a PIN, and no error shows it.
    ///   - service: the cellular service to run it on, or an error.
    /// - Throws: `TelephonyError`; `wrongState` when another code is being run on the line.
    package func runCode(_ text: String, service: UUID? = nil, by caller: Caller) async throws -> CodeResult {
        let code = try NetworkCode(parsing: text)
        return try await audited("code", AuditRing.target(of: code), by: caller.auditName) { reason in
            _ = try rights(of: caller).start()
            let route = try CodeRoute(code)
            // Looking for the line may take a while, in which whoever asked goes away or loses the role.
            await waitForFirstLines()
            try Task.checkCancellation()
            let choice = try chooseLine(for: route, service: service)
            let start = try rights(of: caller).start()
            reason = rights(of: caller).reason(for: start)
            let live = try admit(choice, start, by: caller)
            do {
                switch (start, choice) {
                case (.atOnce, .line):
                    try advance(live.id, by: .begin)
                    return try await carryOut(route, live)
                case (.afterConsent, _), (.atOnce, .among):
                    let prompt = try prompt(about: code, start, choice, named: service != nil, by: caller)
                    return try await carryOut(route, try await agreed(live, prompt, by: caller))
                }
            } catch {
                endCode(live.id)
                throw error
            }
        }
    }

    /// Answers what the network asked in a session and returns what it says to that. Throws `TelephonyError`.
    package func answerCode(_ session: UUID, _ answer: String, by caller: Caller) async throws -> CodeResult {
        let live = try own(session, of: caller)
        try requireRight(to: live, caller)
        try USSDText.check(answer: answer)
        let services = try networkServices(of: live.line)
        try advance(session, by: .answer)
        return try await exchange(live) { try await services.respondToUSSD(answer, on: live.line) }
    }

    /// Ends a session. Throws `TelephonyError`: `wrongState` when it is over.
    package func cancelCode(_ session: UUID, by caller: Caller) throws {
        _ = try own(session, of: caller)
        endCode(session)
    }

    /// Nobody is there any more to answer.
    package func abandonCode(_ session: UUID) { endCode(session) }

    /// How many codes are being run or asked about.
    package var codesInProgress: Int { codes.count }

    /// The sessions that wait for an answer.
    package var codesWaitingForAnswer: Set<UUID> {
        Set(codes.values.filter { $0.machine.phase == .waitingForAnswer }.map(\.id))
    }

    /// Ends the sessions on lines that went or cannot dial any more.
    func endCodes(onLinesOtherThan ready: Set<LineKey>, of backend: String) {
        for code in codes.values where code.line.backend == backend && code.machine.phase == .waitingForAnswer {
            if !ready.contains(code.line) { endCode(code.id) }
        }
    }
}

// MARK: - Before it runs

extension Switchboard {
    /// The person is not asked for a code that cannot be run anyway.
    private func admit(_ choice: LineChoice, _ start: Rights.Start, by caller: Caller) throws -> LiveCode {
        let free = try choice.candidates.map(\.key).filter { line in
            _ = try networkServices(of: line)
            return !isBusy(line)
        }
        guard let line = free.first else { throw Self.lineIsBusy }
        var live = LiveCode(id: UUID(), line: line, owner: .app(caller.app?.bundleIdentifier ?? ""))
        live.isByRight = start == .atOnce
        codes[live.id] = live
        return live
    }

    private func chooseLine(for route: CodeRoute, service: UUID?) throws -> LineChoice {
        if route.needsReadyLine {
            return try lines.choose(named: service, preferred: [preferenceForCodes].compactMap(\.self))
        }
        var wantsLocked = false
        if case .unblockPIN = route { wantsLocked = true }
        return try lines.chooseAny(named: service, prefersLocked: wantsLocked)
    }

    func networkServices(of line: LineKey) throws -> any NetworkServices {
        guard let backend = parts.backends.first(where: { $0.name == line.backend }) else {
            throw TelephonyError(.unknownService, "the line went away; read the services again")
        }
        guard let services = backend as? any NetworkServices else {
            throw TelephonyError(.callRefused, "this line cannot run codes; use another line")
        }
        return services
    }

    private func isBusy(_ line: LineKey) -> Bool {
        codes.values.contains { $0.line == line && $0.machine.holdsLine }
    }

    private static let lineIsBusy = TelephonyError(
        .wrongState, "a code is being run on this line; wait until it is over, or cancel it")

    private func prompt(
        about code: NetworkCode, _ start: Rights.Start, _ choice: LineChoice, named: Bool, by caller: Caller
    ) throws -> ConsentPrompt {
        guard let app = caller.app else { throw TelephonyError(.unknownApp, "the calling program has no manifest") }
        let act: ConsentPrompt.Act =
            start == .atOnce ? .chooseLine(code.redacted) : .networkCode(code.redacted, summary: code.summary)
        let label = named || lines.all.count > 1 ? try? choice.settled().label : nil
        return ConsentPrompt(
            asker: .app(identifier: app.bundleIdentifier, name: app.displayName), act: act, line: label,
            choices: try choices(of: choice))
    }

    /// Asks the person, and returns the code on the line that they chose.
    private func agreed(_ live: LiveCode, _ prompt: ConsentPrompt, by caller: Caller) async throws -> LiveCode {
        try advance(live.id, by: .question)
        let chosen: UUID?
        do { chosen = try await requireConsent(prompt) { $0.codes[live.id] != nil } } catch {
            apply(.refusal, to: live.id)
            throw error
        }
        return try begin(live.id, on: chosen, prompt.act, caller)
    }

    /// The person agreed: what else it needs is looked at and taken in one step.
    private func begin(
        _ id: UUID, on chosen: UUID?, _ act: ConsentPrompt.Act, _ caller: Caller
    ) throws -> LiveCode {
        guard var live = codes[id] else { throw CancellationError() }
        try requireRight(to: act, caller)
        if let chosen { live.line = try lines.chooseAny(named: chosen, prefersLocked: false).settled().key }
        // Somebody else may have begun one while the person read.
        guard !isBusy(live.line) else { throw Self.lineIsBusy }
        codes[id] = live
        try advance(id, by: .consent)
        return live
    }

    /// A session that was begun without the person's consent ends with the role that allowed that.
    private func requireRight(to live: LiveCode, _ caller: Caller) throws {
        guard live.isByRight, try rights(of: caller).start() != .atOnce else { return }
        endCode(live.id)
        throw Self.roleIsLost
    }
}
