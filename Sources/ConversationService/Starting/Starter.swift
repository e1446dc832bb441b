// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// A room: the starts that wait for the person, and the way from a wish to a call that is dialed.
final class Starter {
    let commons: Commons
    let backends: Backends
    let lines: Lines
    let roles: Roles
    let consent: Consent
    let conversations: Conversations
    let emergency: EmergencyDialer
    private var open: [OpenStart.Key: OpenStart] = [:]
    private var lastWaiter: UInt64 = 0

    init(
        _ backends: Backends, _ lines: Lines, _ roles: Roles, _ consent: Consent, _ conversations: Conversations,
        _ emergency: EmergencyDialer, _ commons: Commons
    ) {
        self.backends = backends
        self.lines = lines
        self.roles = roles
        self.consent = consent
        self.conversations = conversations
        self.emergency = emergency
        self.commons = commons
    }

    // MARK: Dialing

    /// The string to dial of an app's handle. Throws `TelephonyError`.
    func dialString(of handle: Handle) throws(TelephonyError) -> DialString {
        guard handle.type == .phoneNumber else {
            throw TelephonyError(.unsupportedHandle, "only a calling app can reach this handle, and none is chosen")
        }
        let dial = try DialString(parsing: handle.value)
        guard dial.networkCode == nil else {
            throw TelephonyError(
                .networkCode, "this is a network code and not a number; codes are run with dialtone ussd, not dialed")
        }
        return dial
    }

    /// Places a call on a line: the last look at what limits it, and placing it, are one step. Throws `TelephonyError`.
    func commit(
        _ wish: Wish, _ request: StartRequest, on line: Line
    ) throws(TelephonyError) -> (id: UUID, leg: BackendLeg) {
        guard !conversations.isFull else {
            throw TelephonyError(.tooMany, "too many conversations are up; end one first")
        }
        guard let backend = backends[line.key.backend] else {
            throw TelephonyError(.unknownService, "the line went away; read the services again")
        }
        let leg = BackendLeg(backend: backend, call: CallID())
        let (machine, effects) = ConversationMachine.outgoing()
        let record = ConversationRecord(
            id: UUID(), direction: .outgoing, handles: [request.handle], service: lines.book.service(of: line.key),
            app: wish.app, startedAt: commons.time.date)
        let conversation = LiveConversation(leg: leg, line: line.key, machine: machine, record: record)
        conversations.begin(conversation, postDial: wish.dial.postDial, effects)
        return (record.id, leg)
    }

    /// What a modem made of a call.
    func finishDialing(_ id: UUID, _ result: Result<String, any Error>) {
        switch result {
        case .success(let reference):
            conversations.setReference(reference, of: id)
            conversations.apply(.dialTaken, to: id)
        // We are ending and the call is not: its row stays open for whoever comes next.
        case .failure(is CancellationError): break
        case .failure(let error): conversations.apply(.dialFailed(CallEndReason(dialError: error)), to: id)
        }
    }

    // MARK: Starts that wait for the person

    /// How many callers wait for the person's answer to a start.
    var waiterCount: Int { open.values.reduce(0) { $0 + $1.waiters.count } }

    func nextWaiter() -> UInt64 {
        lastWaiter += 1
        return lastWaiter
    }

    /// Opens a question, or joins an equal one that is open. One step: between the two the last waiter could take the
    /// question away. Throws `TelephonyError`.
    func join(
        _ key: OpenStart.Key, _ waiter: UInt64, _ continuation: CheckedContinuation<UUID, any Error>,
        _ question: () throws(TelephonyError) -> OpenStart
    ) {
        do {
            if open[key] == nil { try begin(key, try question()) }
            open[key]?.waiters.add(waiter, continuation)
        } catch {
            continuation.resume(throwing: error)
        }
    }

    private func begin(_ key: OpenStart.Key, _ start: OpenStart) throws(TelephonyError) {
        guard commons.jobs.add({ await $0.starter.settle(key, start) }) else { throw .serviceHasEnded }
        open[key] = start
    }

    /// Whether it is still this question that is open, and not an equal one that came after it.
    func isOpen(_ key: OpenStart.Key, _ start: OpenStart) -> Bool { open[key]?.prompt.id == start.prompt.id }

    /// The person said yes; nothing is dialed for nobody. Throws `CancellationError`.
    func agree(to key: OpenStart.Key, _ start: OpenStart) throws {
        guard isOpen(key, start) else { throw CancellationError() }
        open[key]?.isAgreed = true
    }

    /// Tells everybody who waits what came of it.
    func finish(_ key: OpenStart.Key, _ start: OpenStart, _ result: Result<UUID, any Error>) {
        guard isOpen(key, start), var finished = open.removeValue(forKey: key) else { return }
        finished.waiters.resumeAll(with: result)
    }

    /// Somebody does not wait any more; with the last one the question goes away.
    func leave(_ key: OpenStart.Key, _ waiter: UInt64) {
        guard open[key]?.waiters.resume(waiter, with: .failure(CancellationError())) ?? false else { return }
        guard let start = open[key], start.waiters.isEmpty, !start.isAgreed else { return }
        // At once, whether it is shown yet or not: an equal request that comes now is a question of its own.
        open[key] = nil
        consent.close(start.prompt.id, .withdrawn)
    }

    /// Nobody can be asked any more.
    func end() {
        let all = open.values
        open = [:]
        for var start in all { start.waiters.resumeAll(with: .failure(TelephonyError.serviceHasEnded)) }
    }

    /// What the person is asked about a wish. Throws `TelephonyError`.
    func question(
        about wish: Wish, _ request: StartRequest, _ start: Rights.Start, _ choice: LineChoice?, by caller: Caller
    ) throws(TelephonyError) -> OpenStart {
        // With one line alone there is nothing to tell, and another may take its place.
        let shown = request.service != nil || lines.book.all.count > 1 ? try? choice?.settled() : nil
        var choices: [CellularService] = []
        if let choice { choices = try lines.choices(of: choice) }
        let prompt = ConsentPrompt(
            asker: try asker(of: wish, caller), act: wish.act(start), line: shown?.label, choices: choices)
        var agreed = request
        agreed.service = shown.flatMap { lines.book.service(of: $0.key) } ?? request.service
        return OpenStart(prompt: prompt, wish: wish, request: agreed, caller: caller)
    }

    func key(of wish: Wish, _ request: StartRequest, _ caller: Caller) throws(TelephonyError) -> OpenStart.Key {
        OpenStart.Key(asker: try asker(of: wish, caller).key, request: wish.question(request))
    }

    /// The app as its manifest names it; a call that is for no app is a link's.
    private func asker(of wish: Wish, _ caller: Caller) throws(TelephonyError) -> ConsentPrompt.Asker {
        let app = try caller.requireApp()
        guard wish.app != nil else { return .link }
        return .app(identifier: app.bundleIdentifier, name: app.displayName)
    }
}

extension Wish {
    /// What makes two requests one question. An emergency call takes any line, so that there only the number counts: an
    /// app that names ever other lines asks no more than once.
    fileprivate func question(_ request: StartRequest) -> StartRequest {
        isEmergency ? StartRequest(handle: .number(number)) : request
    }

    fileprivate func act(_ start: Rights.Start) -> ConsentPrompt.Act {
        if start == .atOnce { return .chooseLine(number) }
        return isEmergency ? .emergencyCall(number) : .call(number)
    }
}

extension CallEndReason {
    /// Why a call that no modem took has ended.
    fileprivate init(dialError: any Error) {
        let error = TelephonyError(dialError, as: .modemFailed)
        switch error.code {
        case .callRefused: self = .refused(error.message)
        case .modemServiceUnavailable: self = .lost
        default: self = .failed(error.message)
        }
    }
}
