// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// A room: emergency calls that no line has taken yet. They go ahead of roles, line choice and limits (docs/routing.md).
final class EmergencyDialer {
    let commons: Commons
    let backends: Backends
    let directory: any EmergencyDirectory
    let lines: Lines
    let conversations: Conversations
    let changes: Changes
    private var tries: [UUID: EmergencyTries] = [:]

    init(
        _ directory: any EmergencyDirectory, _ backends: Backends, _ lines: Lines, _ conversations: Conversations,
        _ changes: Changes, _ commons: Commons
    ) {
        self.directory = directory
        self.backends = backends
        self.lines = lines
        self.conversations = conversations
        self.changes = changes
        self.commons = commons
    }

    /// Lines came, went or changed: one that refused a call as it was may be tried again.
    func linesChanged() {
        let all = lines.book.all
        for id in tries.keys { tries[id]?.follow(all) }
        changes.tell()
    }

    /// Takes in an emergency call; returns its identifier. Throws `TelephonyError` when there is nothing to dial on.
    func begin(_ dial: DialString, handle: Handle, app: String?) throws(TelephonyError) -> UUID {
        let first = EmergencyPlan(address: dial.address, candidates: lines.book.all.map { candidate($0) }).attempts
            .first
        guard first != nil || lines.isLineExpected else { throw nothingToDialOn }
        let (machine, effects) = ConversationMachine.outgoing()
        let record = ConversationRecord(
            id: UUID(), direction: .outgoing, handles: [handle],
            service: first.flatMap { lines.book.service(of: $0.line) }, app: app, startedAt: commons.time.date)
        var conversation = LiveConversation(leg: nil, machine: machine, record: record)
        conversation.isEmergency = true
        conversations.begin(conversation, postDial: dial.postDial, effects)
        return record.id
    }

    /// From now on it is tried on one line after the other.
    func begin(_ id: UUID) { tries[id] = EmergencyTries() }

    /// It is not tried any more.
    func end(_ id: UUID) { tries[id] = nil }

    /// What to try now, on the lines that have not refused the call as they are.
    func plan(_ address: String, for id: UUID) -> EmergencyPlan {
        let all = lines.book.all.filter { tries[id]?.mayTry($0) ?? false }
        tries[id]?.begin(all)
        return EmergencyPlan(address: address, candidates: all.map { candidate($0, besides: id) })
    }

    /// Moves the call to the line that is tried next; nil when the line has gone or the call was given up.
    func take(_ line: LineKey, for id: UUID) -> BackendLeg? {
        guard conversations.isWanted(id), let backend = backends[line.backend] else { return nil }
        let leg = BackendLeg(backend: backend, call: CallID())
        conversations.move(id, to: leg, on: line)
        return leg
    }

    /// A line did not take it.
    func note(_ error: any Error, of line: LineKey, _ backend: String, for id: UUID) {
        commons.logLine(id, "\(backend): an emergency call was not taken: \(error)")
        let label = lines.book.all.first { $0.key == line }?.label ?? backend
        tries[id]?.note("\(error)", of: line, label)
    }

    /// Whether a line came that has not refused the call as it is, or the call is given up.
    func canGoOn(_ id: UUID) -> Bool {
        !conversations.isWanted(id) || lines.book.all.contains { tries[id]?.mayTry($0) ?? false }
    }

    /// No line took it: ends the conversation and says why.
    func fail(_ id: UUID) -> TelephonyError {
        let isWanted = conversations.isWanted(id)
        let error = isWanted ? refusal(of: id) : Conversations.givenUp
        conversations.apply(.dialFailed(isWanted ? .refused(error.message) : .localHangUp), to: id)
        return error
    }

    private func refusal(of id: UUID) -> TelephonyError {
        guard let tries = tries[id], !tries.isEmpty else { return nothingToDialOn }
        return tries.refusal
    }

    private func candidate(_ line: Line, besides id: UUID? = nil) -> EmergencyPlan.Candidate {
        let others = conversations.live.filter { $0.line == line.key && $0.id != id }
        return EmergencyPlan.Candidate(
            line: line, conversations: others.map(\.id), hasEmergency: others.contains(where: \.isEmergency))
    }

    private var nothingToDialOn: TelephonyError {
        if !lines.book.all.isEmpty {
            return TelephonyError(.lineBusy, "an emergency call is up on every line; end it first to make another")
        }
        if let outage = lines.book.unavailableBackends.sorted(by: { $0.key < $1.key }).first?.value {
            return TelephonyError(
                .modemServiceUnavailable, "no emergency call can be made from here (\(outage)); use another telephone")
        }
        return TelephonyError(
            .noModem, "no emergency call can be made from here (there is no modem); use another telephone")
    }
}
