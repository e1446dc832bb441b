// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// A room: the conversations that have not left. Each change of one goes through here, and what follows from it is done here,
/// at once.
final class Conversations {
    let commons: Commons
    let recorder: Recorder
    let device: DeviceDesk
    let tones: TonePlayer
    let lines: Lines
    let changes: Changes
    private var table = ConversationTable()
    /// Rows that a crash left open, until it is known whether their calls are still up.
    private var adoption: Adoption
    private var firstCalls = FirstCalls()
    /// Who waits for the modem to take a call, by conversation.
    private var dialing = Waiters<UUID, Void>()
    private var isHeartBeating = false

    init(
        _ backends: Backends, _ recorder: Recorder, _ device: DeviceDesk, _ tones: TonePlayer, _ lines: Lines,
        _ changes: Changes, _ commons: Commons
    ) {
        adoption = Adoption(backends: backends.all.map(\.name))
        self.recorder = recorder
        self.device = device
        self.tones = tones
        self.lines = lines
        self.changes = changes
        self.commons = commons
    }

    // MARK: Looking

    /// The oldest first.
    var all: [LiveConversation] { table.all }
    /// Those that have not ended, the oldest first.
    var live: [LiveConversation] { table.all.filter(\.machine.isLive) }
    var isFull: Bool { table.isFull }

    subscript(id: UUID) -> LiveConversation? { table[id] }

    func snapshot(of conversation: LiveConversation) -> ConversationSnapshot {
        conversation.snapshot(waitingTones: tones.waitingTones(of: conversation.id))
    }

    /// Whether it has neither ended nor been given up.
    func isWanted(_ id: UUID) -> Bool {
        guard let machine = table[id]?.machine else { return false }
        return machine.isLive && machine.phase != .ending
    }

    func isUp(_ id: UUID) -> Bool { table[id]?.machine.isLive ?? false }

    // MARK: Beginning

    /// Takes in a conversation that is to be dialed.
    func begin(_ conversation: LiveConversation, postDial: String, _ effects: [ConversationEffect]) {
        tones.begin(conversation.id, postDial: postDial)
        insert(conversation, effects)
    }

    private func insert(_ conversation: LiveConversation, _ effects: [ConversationEffect]) {
        table.insert(conversation)
        hasChanged(conversation.id)
        obey(effects, for: conversation.id)
    }

    /// Moves a conversation to the leg that is tried next.
    func move(_ id: UUID, to leg: any Leg, on line: LineKey) {
        let service = lines.book.service(of: line)
        _ = table.change(id) { conversation in
            conversation.leg = leg
            conversation.line = line
            conversation.record.service = service
        }
    }

    /// What its call is known by in the modem daemon.
    func setReference(_ reference: String, of id: UUID) {
        _ = table.change(id) { $0.record.callReference = reference }
    }

    /// Waits for a modem to take the call; false when the call was given up since it was placed.
    func wait(for id: UUID, _ waiter: CheckedContinuation<Void, any Error>) -> Bool {
        guard isWanted(id) else {
            apply(.dialFailed(.localHangUp), to: id)
            waiter.resume(throwing: Self.givenUp)
            return false
        }
        dialing.add(id, waiter)
        return true
    }

    /// Whoever waits for the modem to take a call is told, once.
    func settleDial(of id: UUID, _ result: Result<Void, any Error>) { dialing.resume(id, with: result) }

    static let givenUp = TelephonyError(.wrongState, "the call was ended before a modem took it")

    // MARK: Changing

    /// Gives a conversation an event and does what follows; returns the refusal, when it refused.
    @discardableResult
    func apply(_ event: ConversationEvent, to id: UUID) -> TelephonyError? {
        let (now, date) = (commons.now, commons.time.date)
        let effects = table.change(id) { conversation in
            defer { conversation.updateRecord(now: date) }
            return conversation.machine.handle(event, at: now)
        }
        guard let effects else { return nil }
        if event == .endRequested { settleDial(of: id, .failure(Self.givenUp)) }
        hasChanged(id)
        return obey(effects, for: id)
    }

    private func hasChanged(_ id: UUID) {
        device.follow(table.machines)
        if let conversation = table[id] { tones.follow(id, conversation.machine.phase, conversation.leg) }
        changes.tell()
    }

    /// The one place where what a conversation wants is done.
    @discardableResult
    private func obey(_ effects: [ConversationEffect], for id: UUID) -> TelephonyError? {
        var refusal: TelephonyError?
        for effect in effects {
            guard let conversation = table[id] else { break }
            switch effect {
            case .answerCall: tell(conversation, failure: .answerFailed) { try await $0.answer() }
            case .hangUpCall: tell(conversation, success: .endTaken, failure: .endFailed) { try await $0.hangUp() }
            case .publish: publish(id)
            case .record: record(conversation)
            case .finish: if !recorder.add(RowQueue.Entry(row: conversation.record, isLast: true)) { leave(id) }
            case .refuse(let error): refusal = error
            }
        }
        return refusal
    }

    func publish(_ id: UUID) {
        if let conversation = table[id] { commons.news.publish(.conversation(snapshot(of: conversation))) }
    }

    /// The row is on disk, or waits in memory: now, and not before, the conversation has left.
    func leave(_ id: UUID) {
        guard let conversation = table[id] else { return }
        table.remove(id)
        device.follow(table.machines)
        commons.news.publish(.conversation(conversation.finalSnapshot))
    }

    // MARK: Recording

    private func record(_ conversation: LiveConversation) {
        _ = recorder.add(RowQueue.Entry(row: conversation.record))
        if conversation.record.connectedAt != nil { beat() }
    }

    /// Queues the rows of the conversations that are up as they are now.
    func writeDurations() {
        for conversation in live {
            var row = conversation.record
            row.duration = conversation.machine.duration(at: commons.now)
            _ = recorder.add(RowQueue.Entry(row: row, isNews: false))
        }
    }

    /// Starts the heart-beat with the first connected conversation; it stops by itself after the last.
    private func beat() {
        guard !isHeartBeating else { return }
        isHeartBeating = commons.jobs.add { await $0.conversations.keepBeating() }
    }

    /// Whether a conversation is connected; when none is, the heart has stopped.
    func beats() -> Bool {
        isHeartBeating = live.contains { $0.record.connectedAt != nil }
        return isHeartBeating
    }
}

// MARK: - What backends tell

extension Conversations {
    /// A leg has changed.
    func follow(_ call: CallID, _ state: CallState) {
        if let id = table[call]?.id { apply(.call(state), to: id) }
    }

    /// Whether the row of a call that was found may be read in a moment.
    func awaitsRow(of call: Call, on backend: String) -> Bool { adoption.awaitsRow(of: call, on: backend) }

    /// Whether it is known which rows a crash left open.
    var areOpenRowsKnown: Bool { adoption.isReady }

    /// Keeps the rows that a crash left open and that are closed now.
    func expect(_ closed: [ConversationRecord]) {
        adoption.expect(closed)
        changes.tell()
        if !closed.isEmpty { commons.log("closed \(closed.count) history rows that were left open") }
    }

    /// What a call is known by in the modem daemon is told before it is dialed: its row is found again also when we end
    /// before the modem has answered.
    func name(_ call: CallID, _ reference: String) {
        guard let id = table[call]?.id else { return }
        setReference(reference, of: id)
        if let row = table[id]?.record { _ = recorder.add(RowQueue.Entry(row: row, isNews: false)) }
    }

    /// Takes up a leg that we did not begin: a new one, or one that was up before we were.
    func adopt(_ call: Call, of backend: any Backend) {
        if let known = table[call.id]?.id { return _ = apply(.call(call.state), to: known) }
        guard !isFull else { return refuse(call, of: backend) }
        let row = adoption.take(call)
        let (machine, effects) = ConversationMachine.appeared(
            call, at: commons.now, connectedSince: row?.connectedAt.map { commons.time.uptime(of: $0) })
        var conversation = LiveConversation(
            leg: BackendLeg(backend: backend, call: call.id), line: call.line, machine: machine,
            record: row?.reopened ?? newRow(of: call))
        conversation.isEmergency =
            call.direction == .outgoing && EmergencyNumbers(lines: lines.book.all).contains(call.remote.number)
        conversation.updateRecord(now: commons.time.date)
        tones.begin(conversation.id)
        insert(conversation, effects)
    }

    private func newRow(of call: Call) -> ConversationRecord {
        ConversationRecord(
            id: UUID(), direction: call.direction, handles: call.remote.handles,
            presentation: call.remote.presentation, service: lines.book.service(of: call.line),
            startedAt: commons.time.date, callReference: call.reference)
    }

    private func refuse(_ call: Call, of backend: any Backend) {
        commons.log("\(backend.name): too many conversations are up; a call was declined")
        commons.jobs.add { board in
            do { try await backend.hangUp(call.id) } catch { board.commons.log("\(backend.name): \(error)") }
        }
    }

    /// The row and what is shown take over a number that came late; a number that is known stays.
    func identify(_ call: CallID, as remote: RemoteParty) {
        guard var conversation = table[call], conversation.machine.isLive, conversation.record.handles.isEmpty
        else { return }
        conversation.record.handles = remote.handles
        conversation.record.presentation = remote.presentation
        table.insert(conversation)
        obey([.publish, .record], for: conversation.id)
    }

    /// Conversations that came before the identifiers of their lines get them now.
    func noteServices() {
        for var conversation in live where conversation.record.service == nil {
            guard let service = conversation.line.flatMap({ lines.book.service(of: $0) }) else { continue }
            conversation.record.service = service
            table.insert(conversation)
            obey([.record, .publish], for: conversation.id)
        }
    }

    // MARK: The calls that were up before the service

    /// The service begins, and backends have yet to tell their calls.
    func awaitCalls(of backends: Backends) {
        firstCalls.await(backends.all.map(\.name), until: commons.now + Switchboard.patienceForLines)
    }

    /// Until when whoever asks for the calls waits for the first; nil when nobody does.
    var firstCallsUntil: Duration? { firstCalls.until }
    var areFirstCallsKnown: Bool { firstCalls.areKnown }
    func stopWaitingForCalls() { firstCalls.stopWaiting() }

    /// A backend has told all calls that were up when it found its modem daemon: what it has not told by now is not.
    func callsListed(by backend: String) {
        adoption.callsListed(by: backend)
        callsAreKnown(of: backend)
    }

    /// A backend has told its calls, or that it has none to tell.
    func callsAreKnown(of backend: String) { if firstCalls.areKnown(of: backend) { changes.tell() } }
}

extension ConversationRecord {
    /// The row that an earlier run of the daemon left goes on.
    fileprivate var reopened: ConversationRecord {
        var row = self
        row.outcome = .open
        row.cause = nil
        row.isRead = true
        return row
    }
}

extension Timekeeper {
    /// The instant of a stored date on the boot-time clock: not before boot and not after now, whatever the date is.
    fileprivate func uptime(of date: Date) -> Duration {
        let now = uptime
        let elapsed = self.date.timeIntervalSince(date)
        guard elapsed > 0 else { return now }
        return elapsed < Double(now.components.seconds) ? now - .seconds(elapsed) : .zero
    }
}
