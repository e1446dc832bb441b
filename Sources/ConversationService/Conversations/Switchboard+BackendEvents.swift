// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

extension Switchboard {
    func receive(_ event: BackendEvent, from backend: any Backend) async {
        switch event {
        case .available: lines.setOutage(nil, of: backend.name)
        case .unavailable(let reason):
            lines.setOutage(reason, of: backend.name)
            log("\(backend.name): \(reason)")
            endWaitForLines()
            callsAreKnown(of: backend)
        case .lines(let reported): replaceLines(reported, of: backend)
        case .appeared(let call):
            if adoption.awaitsRow(of: call, on: backend.name) { await waitForOpenRows() }
            adopt(call, of: backend)
        case .named(let call, let reference): name(call, reference)
        case .changed(let call, let state):
            if let id = registry[call]?.id { apply(.call(state), to: id) }
        case .callsListed:
            adoption.callsListed(by: backend.name)
            callsAreKnown(of: backend)
        case .identified(let call, let remote): identify(call, as: remote)
        case .said(let said, let line): receive(said, on: line)
        case .sessionEnded(let line): sessionEnded(on: line)
        case .noted(let text): log("\(backend.name): \(text)")
        }
    }

    /// An emergency call takes a line at once. Apps see it, and other calls take it, once its SIM's identifier is found,
    /// which nothing else that a backend tells waits for.
    private func replaceLines(_ reported: [Line], of backend: any Backend) {
        let before = Set(lines.all.map(\.key))
        lines.replace(reported, of: backend.name)
        followLines(since: before)
        spawn { [self] in await announce(reported) }
        endCodes(onLinesOtherThan: Set(reported.filter { $0.readiness == .ready }.map(\.key)), of: backend.name)
    }

    private func announce(_ reported: [Line]) async {
        await identify(reported.compactMap(\.iccid))
        publishServicesIfChanged()
        if !reported.isEmpty { endWaitForLines() }
    }

    /// How long a call that was up before the daemon waits for its row; after that it gets one of its own.
    package static let patienceForOpenRows = Duration.seconds(1)

    private func waitForOpenRows() async {
        await waitForChange(until: parts.time.uptime + Self.patienceForOpenRows) { $0.adoption.isReady }
    }

    /// Takes up a leg that we did not begin: a new one, or one that was up before we were.
    private func adopt(_ call: Call, of backend: any Backend) {
        if let known = registry[call.id]?.id { return _ = apply(.call(call.state), to: known) }
        guard !registry.isFull else { return refuse(call, of: backend) }
        let row = adoption.take(call)
        let (machine, effects) = ConversationMachine.appeared(
            call, at: parts.time.uptime, connectedSince: row?.connectedAt.map(uptime))
        var conversation = LiveConversation(
            leg: .backend(name: backend.name, call: call.id), line: call.line, machine: machine,
            record: row.map(reopened) ?? newRow(of: call))
        conversation.isEmergency =
            call.direction == .outgoing && EmergencyNumbers(lines: lines.all).contains(call.remote.number)
        conversation.updateRecord(now: parts.time.date)
        registry.insert(conversation)
        perform(effects, for: conversation.id)
    }

    /// Its row is found again also when we end before the modem has answered.
    private func name(_ call: CallID, _ reference: String) {
        guard let id = registry[call]?.id else { return }
        setReference(reference, of: id)
        if let row = registry[id]?.record { write(RowQueue.Entry(row: row, isNews: false)) }
    }

    private func newRow(of call: Call) -> ConversationRecord {
        ConversationRecord(
            id: UUID(), direction: call.direction, handles: call.remote.handles,
            presentation: call.remote.presentation, service: lines.service(of: call.line),
            startedAt: parts.time.date, callReference: call.reference)
    }

    /// The row that an earlier run of the daemon left goes on.
    private func reopened(_ row: ConversationRecord) -> ConversationRecord {
        var row = row
        row.outcome = .open
        row.cause = nil
        row.isRead = true
        return row
    }

    /// The instant of a stored date on the boot-time clock: not before boot and not after now, whatever the date is.
    private func uptime(of date: Date) -> Duration {
        let now = parts.time.uptime
        let elapsed = parts.time.date.timeIntervalSince(date)
        guard elapsed > 0 else { return now }
        return elapsed < Double(now.components.seconds) ? now - .seconds(elapsed) : .zero
    }

    /// The row and what is shown take over a number that came late; a number that is known stays.
    private func identify(_ call: CallID, as remote: RemoteParty) {
        guard var conversation = registry[call], conversation.machine.isLive, conversation.record.handles.isEmpty
        else { return }
        conversation.record.handles = remote.handles
        conversation.record.presentation = remote.presentation
        registry.insert(conversation)
        perform([.publish, .record], for: conversation.id)
    }

    private func refuse(_ call: Call, of backend: any Backend) {
        log("\(backend.name): too many conversations are up; a call was declined")
        spawn { [log] in
            do { try await backend.hangUp(call.id) } catch { log("\(backend.name): \(error)") }
        }
    }
}
