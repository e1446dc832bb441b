// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

// An emergency call: way 1 of the routing, ahead of roles, filters, line choice and limits.
extension Switchboard {
    /// How long an emergency call that no line took waits for one that starts or that has just been lost.
    package static let patienceForEmergencyLine = Duration.seconds(30)

    /// Where a line is: what an emergency directory is asked by.
    private struct Countries: Hashable {
        var network: String?
        var sim: String?
    }

    /// Whether it is an emergency number on any line there is.
    ///
    /// A number longer than any emergency number is told by its length, so an ordinary dial waits for nothing here.
    func isEmergency(_ dial: DialString) async -> Bool {
        guard let number = EmergencyNumbers.bareNumber(of: dial.address) else { return false }
        let all = lines.all
        if EmergencyNumbers(lines: all).contains(dial.address) { return true }
        for place in Set(all.map { Countries(network: $0.emergency.networkCountry, sim: $0.emergency.simCountry) }) {
            let isIt = await parts.emergency.isEmergencyNumber(
                number, networkCountry: place.network, simCountry: place.sim)
            if isIt { return true }
        }
        return false
    }

    /// Dials an emergency number on one line after the other until one takes it; returns the conversation's identifier.
    ///
    /// Whoever calls this has seen to it that the person wants the call.
    /// - Throws: `TelephonyError`: `noModem`, `modemServiceUnavailable` or `lineBusy` when there is nothing to dial on,
    ///   `callRefused` with each line's reason when none would, `wrongState` when the person gave it up.
    func placeEmergency(_ dial: DialString, handle: Handle, app: String?) async throws -> UUID {
        let first = EmergencyPlan(address: dial.address, candidates: lines.all.map { candidate($0) }).attempts.first
        guard first != nil || isLineExpected else { throw nothingToDialOn }
        let (machine, effects) = ConversationMachine.outgoing()
        let record = ConversationRecord(
            id: UUID(), direction: .outgoing, handles: [handle], service: first.flatMap { lines.service(of: $0.line) },
            app: app, startedAt: parts.time.date)
        var conversation = LiveConversation(
            leg: nil, tones: ToneQueue(postDial: dial.postDial), machine: machine, record: record)
        conversation.isEmergency = true
        let id = record.id
        registry.insert(conversation)
        perform(effects, for: id)
        try await awaitDial(of: id) { [self] in try await dialEmergency(dial.address, for: id) }
        return id
    }

    private func dialEmergency(_ address: String, for id: UUID) async throws {
        emergencyTries[id] = EmergencyTries()
        defer { emergencyTries[id] = nil }
        let deadline = parts.time.uptime + Self.patienceForEmergencyLine
        repeat {
            if try await tryLines(address, for: id) { return }
        } while await lineComes(for: id, until: deadline)
        let error = outcome(of: id)
        apply(.dialFailed(isWanted(id) ? .refused(error.message) : .localHangUp), to: id)
        throw error
    }

    /// Whether one took it, of the lines that have not refused it as they are.
    private func tryLines(_ address: String, for id: UUID) async throws -> Bool {
        let all = lines.all.filter { emergencyTries[id]?.mayTry($0) ?? false }
        emergencyTries[id]?.begin(all)
        let plan = EmergencyPlan(address: address, candidates: all.map { candidate($0, besides: id) })
        for attempt in plan.attempts {
            // The person gave up while a modem was tried: the next one, and what is up on it, is left alone.
            guard isWanted(id) else { return false }
            await free(attempt.freeing, for: id)
            guard isWanted(id) else { return false }
            if try await dial(attempt, for: id) { return true }
        }
        return false
    }

    private func dial(_ attempt: EmergencyPlan.Attempt, for id: UUID) async throws -> Bool {
        guard let (backend, call) = take(attempt.line, for: id) else { return false }
        let label = lines.all.first { $0.key == attempt.line }?.label ?? backend.name
        do {
            let reference = try await backend.dialEmergency(attempt.digits, on: attempt.line, as: call)
            setReference(reference, of: id)
            apply(.dialTaken, to: id)
            return true
        } catch let error as CancellationError {
            // We are ending and the call is not: no other line is tried.
            throw error
        } catch {
            logLine(id, "\(backend.name): an emergency call was not taken: \(error)")
            emergencyTries[id]?.note("\(error)", of: attempt.line, label)
            return false
        }
    }

    /// Moves the conversation to the line that is tried next.
    private func take(_ line: LineKey, for id: UUID) -> (any Backend, CallID)? {
        guard let backend = parts.backends.first(where: { $0.name == line.backend }) else { return nil }
        let call = CallID()
        let service = lines.service(of: line)
        return registry.change(id) { conversation in
            conversation.leg = .backend(name: backend.name, call: call)
            conversation.line = line
            conversation.record.service = service
            return (backend, call)
        }
    }

    private func outcome(of id: UUID) -> TelephonyError {
        guard isWanted(id) else { return Self.givenUp }
        guard let tries = emergencyTries[id], !tries.isEmpty else { return nothingToDialOn }
        return tries.refusal
    }
}

// MARK: - Lines that come and go

extension Switchboard {
    /// Takes in that lines have changed.
    func followLines(since before: Set<LineKey>) {
        if !before.isSubset(of: lines.all.map(\.key)) { lineLostAt = parts.time.uptime }
        for id in emergencyTries.keys { emergencyTries[id]?.follow(lines.all) }
        tellWatchers()
    }

    /// A modem that is enumerated anew is no line for some seconds.
    private var isLineExpected: Bool {
        if let lost = lineLostAt, parts.time.uptime - lost < Self.patienceForEmergencyLine { return true }
        return lines.all.contains { $0.readiness == .starting }
    }

    /// Waits for a line that has not refused the call as it is; false when none comes in time, or none is expected.
    private func lineComes(for id: UUID, until deadline: Duration) async -> Bool {
        guard isWanted(id), isLineExpected else { return false }
        await waitForChange(until: deadline) { $0.canGoOn(id) || !$0.isLineExpected }
        return isWanted(id) && canGoOn(id)
    }

    private func canGoOn(_ id: UUID) -> Bool {
        !isWanted(id) || lines.all.contains { emergencyTries[id]?.mayTry($0) ?? false }
    }
}

// MARK: - Busy lines

extension Switchboard {
    /// How long the calls of a line may take to end before the emergency number is dialed all the same.
    package static let freeingLimit = Duration.seconds(5)

    private func candidate(_ line: Line, besides id: UUID? = nil) -> EmergencyPlan.Candidate {
        let others = registry.all.filter { $0.machine.isLive && $0.line == line.key && $0.id != id }
        return EmergencyPlan.Candidate(
            line: line, conversations: others.map(\.id), hasEmergency: others.contains(where: \.isEmergency))
    }

    /// Ends conversations and returns when they have ended, when the call is given up, or after a limit.
    private func free(_ conversations: [UUID], for id: UUID) async {
        for other in conversations where isUp(other) { apply(.endRequested, to: other) }
        await waitForChange(until: parts.time.uptime + Self.freeingLimit) { board in
            !board.isWanted(id) || !conversations.contains { board.isUp($0) }
        }
    }

    private func isUp(_ id: UUID) -> Bool { registry[id]?.machine.isLive ?? false }

    private var nothingToDialOn: TelephonyError {
        if !lines.all.isEmpty {
            return TelephonyError(.lineBusy, "an emergency call is up on every line; end it first to make another")
        }
        if let outage = lines.unavailableBackends.sorted(by: { $0.key < $1.key }).first?.value {
            return TelephonyError(
                .modemServiceUnavailable, "no emergency call can be made from here (\(outage)); use another telephone")
        }
        return TelephonyError(
            .noModem, "no emergency call can be made from here (there is no modem); use another telephone")
    }
}
