// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// A room: network codes that are being run or asked about, and the sessions that the network opened.
final class Codes {
    let commons: Commons
    let backends: Backends
    let lines: Lines
    let roles: Roles
    let consent: Consent
    private var codes: [UUID: RunningCode] = [:]

    init(_ backends: Backends, _ lines: Lines, _ roles: Roles, _ consent: Consent, _ commons: Commons) {
        self.backends = backends
        self.lines = lines
        self.roles = roles
        self.consent = consent
        self.commons = commons
    }

    var count: Int { codes.count }

    /// The sessions that wait for an answer.
    var waitingForAnswer: Set<UUID> {
        Set(codes.values.filter { $0.machine.phase == .waitingForAnswer }.map(\.id))
    }

    func isOpen(_ id: UUID) -> Bool { codes[id] != nil }

    // MARK: Before it runs

    /// Takes in a code for one of the lines that it can mean; the person is not asked for one that cannot be run anyway.
    func admit(_ choice: LineChoice, _ start: Rights.Start, by caller: Caller) throws(TelephonyError) -> RunningCode {
        var free: [LineKey] = []
        for line in choice.candidates.map(\.key) {
            _ = try backends.networkServices(of: line)
            if !isBusy(line) { free.append(line) }
        }
        guard let line = free.first else { throw Self.lineIsBusy }
        var code = RunningCode(id: UUID(), line: line, owner: .app(caller.app?.bundleIdentifier ?? ""))
        code.isByRight = start == .atOnce
        codes[code.id] = code
        return code
    }

    func chooseLine(for route: CodeRoute, service: UUID?) throws(TelephonyError) -> LineChoice {
        if route.needsReadyLine { return try lines.book.choose(named: service, preferred: lines.preferencesForCodes) }
        var wantsLocked = false
        if case .unblockPIN = route { wantsLocked = true }
        return try lines.book.chooseAny(named: service, prefersLocked: wantsLocked)
    }

    func prompt(
        about code: NetworkCode, _ start: Rights.Start, _ choice: LineChoice, named: Bool, by caller: Caller
    ) throws(TelephonyError) -> ConsentPrompt {
        let app = try caller.requireApp()
        let act: ConsentPrompt.Act =
            start == .atOnce ? .chooseLine(code.redacted) : .networkCode(code.redacted, summary: code.summary)
        let label = named || lines.book.all.count > 1 ? try? choice.settled().label : nil
        return ConsentPrompt(
            asker: .app(identifier: app.bundleIdentifier, name: app.displayName), act: act, line: label,
            choices: try lines.choices(of: choice))
    }

    /// The person agreed: what else it needs is looked at and taken in one step.
    func begin(_ id: UUID, on chosen: UUID?, _ act: ConsentPrompt.Act, _ caller: Caller) throws -> RunningCode {
        guard var code = codes[id] else { throw CancellationError() }
        try roles.requireRight(to: act, caller)
        if let chosen { code.line = try lines.book.chooseAny(named: chosen, prefersLocked: false).settled().key }
        // Somebody else may have begun one while the person read.
        guard !isBusy(code.line) else { throw Self.lineIsBusy }
        codes[id] = code
        try advance(id, by: .consent)
        return code
    }

    private func isBusy(_ line: LineKey) -> Bool {
        codes.values.contains { $0.line == line && $0.machine.holdsLine }
    }

    private static let lineIsBusy = TelephonyError(
        .wrongState, "a code is being run on this line; wait until it is over, or cancel it")

    // MARK: While it runs

    /// Lets an event happen that has to have an effect. Throws `wrongState`.
    func advance(_ id: UUID, by event: CodeSession.Event) throws(TelephonyError) {
        guard apply(event, to: id) else {
            throw TelephonyError(.wrongState, "the session does not wait for this now; wait for its reply")
        }
    }

    func end(_ id: UUID) { apply(.cancel, to: id) }

    /// What a turn with the line came to.
    func finish(_ id: UUID, _ result: Result<USSDReply, any Error>) -> Result<CodeResult, any Error> {
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

    /// Gives a code an event and does what follows; false when the event changed nothing.
    @discardableResult
    func apply(_ event: CodeSession.Event, to id: UUID) -> Bool {
        guard var code = codes[id] else { return false }
        let hadQuestion = code.machine.phase == .waitingForAnswer
        let effects = code.machine.handle(event)
        code.question += event == .request ? 1 : 0
        codes[id] = code
        for effect in effects { obey(effect, code) }
        if hadQuestion, effects.contains(.close) { commons.news.publish(.codeEnded(id)) }
        return !effects.isEmpty
    }

    private func obey(_ effect: CodeSession.Effect, _ code: RunningCode) {
        switch effect {
        // Done by whoever let the event happen, who waits for the outcome.
        case .askPerson, .send, .respond: break
        case .close: codes[code.id] = nil
        case .cancelAtNetwork: cancelAtNetwork(code.line)
        case .waitForAnswer:
            commons.jobs.add { [time = commons.time] board in
                try? await time.sleep(until: time.uptime + Switchboard.answerPatience)
                board.codes.expire(code.id, code.question)
            }
        }
    }

    private func cancelAtNetwork(_ line: LineKey) {
        guard let services = try? backends.networkServices(of: line) else { return }
        // The network's end of a session that it will not let go of times out by itself.
        commons.jobs.add { _ in try? await services.cancelUSSD(on: line) }
    }

    private func expire(_ id: UUID, _ question: Int) {
        guard let code = codes[id], code.question == question, code.machine.phase == .waitingForAnswer else { return }
        end(id)
    }

    /// Ends the sessions on lines that went or cannot dial any more.
    func end(onLinesOtherThan ready: Set<LineKey>, of backend: String) {
        for code in codes.values where code.line.backend == backend && code.machine.phase == .waitingForAnswer {
            if !ready.contains(code.line) { end(code.id) }
        }
    }

    // MARK: Whose it is

    /// A caller's own session. Throws `wrongState`; where the session was begun by a right that has gone it ends.
    func own(_ session: UUID, of caller: Caller) throws(TelephonyError) -> RunningCode {
        guard let code = codes[session], let app = caller.app, code.owner == .app(app.bundleIdentifier) else {
            throw Switchboard.sessionIsOver
        }
        return code
    }

    /// Answers a session of the caller's. Throws `TelephonyError`.
    func beginAnswer(
        _ session: UUID, _ answer: String, by caller: Caller
    ) throws -> (code: RunningCode, services: any NetworkServices) {
        let code = try own(session, of: caller)
        // A session that was begun without the person's consent ends with the role that allowed that.
        if code.isByRight, try roles.rights(of: caller).start() != .atOnce {
            end(session)
            throw Roles.roleIsLost
        }
        try USSDText.check(answer: answer)
        let services = try backends.networkServices(of: code.line)
        try advance(session, by: .answer)
        return (code, services)
    }

    // MARK: What the network says by itself

    /// Told to those with the right and kept nowhere, but for the session of a question.
    func receive(_ said: USSDReply, on line: LineKey) {
        let text = USSDText.reply(said.text)
        let session = said.wantsAnswer ? questionSession(on: line) : nil
        guard session != nil || !text.isEmpty else { return }
        commons.news.publish(
            .message(NetworkMessage(text: text, service: lines.book.service(of: line), session: session)))
    }

    /// The network has ended the session that waits on a line.
    func sessionEnded(on line: LineKey) {
        for code in codes.values where code.line == line && code.machine.phase == .waitingForAnswer {
            apply(.failure, to: code.id)
        }
    }

    /// Opens a session for a question that the network asked by itself, so that any app with the right can claim it; nil
    /// when a session on this line has an owner already.
    ///
    /// A code that is just being run does not keep a question away: the modem has one session, so it is refused there.
    private func questionSession(on line: LineKey) -> UUID? {
        guard (try? backends.networkServices(of: line)) != nil else { return nil }
        guard lines.book.all.contains(where: { $0.key == line }) else {
            // Nobody can answer there, and its session would keep the modem from codes.
            cancelAtNetwork(line)
            return nil
        }
        let open = codes.values.first { $0.line == line && $0.machine.phase == .waitingForAnswer }
        guard open == nil || open?.owner == .network else { return nil }
        let code = open ?? RunningCode(id: UUID(), line: line, owner: .network)
        codes[code.id] = code
        apply(.request, to: code.id)
        return code.id
    }

    /// Whether a session is the network's, and nobody has taken it up.
    func isOpenToAll(_ session: UUID) -> Bool { codes[session]?.owner == .network }

    /// Makes a session that the network opened the caller's; the first to come has it. Throws `TelephonyError`.
    ///
    /// - Parameter answer: what is about to be said; one that cannot be sent takes nothing.
    func claim(_ session: UUID, toSay answer: String?, by caller: Caller) throws(TelephonyError) {
        guard let app = caller.app, (try? roles.rights(of: caller).networkMessages()) != nil,
            codes[session]?.owner == .network
        else { throw Switchboard.sessionIsOver }
        if let answer { try USSDText.check(answer: answer) }
        codes[session]?.owner = .app(app.bundleIdentifier)
        codes[session]?.isByRight = true
    }
}
