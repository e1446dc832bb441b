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
        return try await audited("code", code.redacted, by: caller.auditName) { reason in
            let start = try rights(of: caller).start()
            let route = try CodeRoute(code)
            let live = try await admit(route, service: service, by: caller)
            do {
                switch start {
                case .atOnce:
                    reason = rights(of: caller).hasControl ? "acts for the person" : "is the default dialer"
                    try requireFree(live.line)
                    try advance(live.id, by: .begin)
                case .afterConsent:
                    reason = "the person agreed"
                    try await askAbout(code, live, named: service != nil, by: caller)
                }
                return try await carryOut(route, live)
            } catch {
                endCode(live.id)
                throw error
            }
        }
    }

    /// Answers what the network asked in a session and returns what it says to that. Throws `TelephonyError`.
    package func answerCode(_ session: UUID, _ answer: String, by caller: Caller) async throws -> CodeResult {
        let live = try own(session, of: caller)
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
    private func admit(_ route: CodeRoute, service: UUID?, by caller: Caller) async throws -> LiveCode {
        let line = try await chooseLine(for: route, service: service)
        _ = try networkServices(of: line)
        try requireFree(line)
        let live = LiveCode(id: UUID(), line: line, app: caller.app?.bundleIdentifier ?? "")
        codes[live.id] = live
        return live
    }

    private func chooseLine(for route: CodeRoute, service: UUID?) async throws -> LineKey {
        if route.needsReadyLine {
            let chosen = service == nil ? try? await parts.lines.defaultService() : nil
            return try lines.choose(named: service, preferred: [chosen].compactMap { $0 }).key
        }
        var wantsLocked = false
        if case .unblockPIN = route { wantsLocked = true }
        return try lines.chooseAny(named: service, prefersLocked: wantsLocked).key
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

    private func requireFree(_ line: LineKey) throws {
        guard !codes.values.contains(where: { $0.line == line && $0.machine.holdsLine }) else {
            throw TelephonyError(.wrongState, "a code is being run on this line; wait until it is over, or cancel it")
        }
    }

    private func askAbout(
        _ code: NetworkCode, _ live: LiveCode, named: Bool, by caller: Caller
    ) async throws {
        guard let app = caller.app else { throw TelephonyError(.unknownApp, "the calling program has no manifest") }
        try advance(live.id, by: .question)
        let label = lines.all.first { $0.key == live.line }?.label
        let prompt = ConsentPrompt(
            asker: .app(identifier: app.bundleIdentifier, name: app.displayName),
            act: .networkCode(code.redacted, summary: code.summary), line: named || lines.all.count > 1 ? label : nil)
        do {
            try await requireConsent(prompt)
        } catch {
            apply(.refusal, to: live.id)
            throw error
        }
        // Somebody else may have begun one while the person read.
        try requireFree(live.line)
        try advance(live.id, by: .consent)
    }
}
