// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

// An emergency call: way 1 of the routing, ahead of roles, filters, line choice and limits.
extension Switchboard {
    /// Whether it is an emergency number on any line there is.
    ///
    /// A number longer than any emergency number is told by its length, so an ordinary dial waits for nothing here.
    func isEmergency(_ dial: DialString) async -> Bool {
        guard let number = EmergencyNumbers.bareNumber(of: dial.address) else { return false }
        let all = lines.all
        if EmergencyNumbers(lines: all).contains(dial.address) { return true }
        for countries in Set(all.map { [$0.emergency.networkCountry, $0.emergency.simCountry] }) {
            let isIt = await parts.emergency.isEmergencyNumber(
                number, networkCountry: countries[0], simCountry: countries[1])
            if isIt { return true }
        }
        return false
    }

    /// Dials an emergency number on one line after the other until one takes it; returns the conversation's identifier.
    ///
    /// Whoever calls this has seen to it that the person wants the call.
    /// - Throws: `TelephonyError`: `noModem`, `modemServiceUnavailable` or `lineBusy` when there is nothing to dial on,
    ///   `callRefused` with each line's reason when none would.
    func placeEmergency(_ dial: DialString, handle: Handle, app: String?) async throws -> UUID {
        let plan = EmergencyPlan(address: dial.address, candidates: lines.all.map(candidate))
        guard !plan.attempts.isEmpty else { throw nothingToDialOn }
        let (machine, effects) = ConversationMachine.outgoing()
        let record = ConversationRecord(
            id: UUID(), direction: .outgoing, handles: [handle], service: lines.service(of: plan.attempts[0].line),
            app: app, startedAt: parts.time.date)
        let leg = LiveConversation.Leg.backend(name: plan.attempts[0].line.backend, call: CallID())
        var conversation = LiveConversation(leg: leg, postDial: dial.postDial, machine: machine, record: record)
        conversation.isEmergency = true
        registry.insert(conversation)
        perform(effects, for: record.id)
        try await carryOut(plan, for: record.id)
        return record.id
    }

    /// As a job of the service, so that a caller who goes away leaves no call half dialed.
    private func carryOut(_ plan: EmergencyPlan, for id: UUID) async throws {
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            spawn { [self] in
                do {
                    try await attempt(plan, for: id)
                    done.resume()
                } catch {
                    await fail(id, error)
                    done.resume(throwing: error)
                }
            }
        }
    }

    private func attempt(_ plan: EmergencyPlan, for id: UUID) async throws {
        var refusals: [(line: LineKey, why: String)] = []
        for attempt in plan.attempts {
            if !attempt.freeing.isEmpty { await free(attempt.freeing) }
            guard let (backend, call) = take(attempt.line, for: id) else { continue }
            // The person gave up while a modem was tried: the next one is left alone.
            guard registry[id]?.machine.phase == .starting else { break }
            do {
                let reference = try await backend.dialEmergency(attempt.digits, on: attempt.line, as: call)
                setReference(reference, of: id)
                return _ = apply(.dialTaken, to: id)
            } catch {
                log("\(backend.name): an emergency call was not taken: \(error)")
                if !refusals.contains(where: { $0.line == attempt.line }) {
                    refusals.append((attempt.line, "\(error)"))
                }
            }
        }
        throw refusal(refusals)
    }

    /// Moves the conversation to the line that is tried next.
    private func take(_ line: LineKey, for id: UUID) -> (any Backend, CallID)? {
        guard let backend = parts.backends.first(where: { $0.name == line.backend }), let current = registry[id] else {
            return nil
        }
        let call = CallID()
        registry.remove(id)
        var moved = current
        moved.leg = .backend(name: backend.name, call: call)
        moved.line = line
        moved.record.service = lines.service(of: line)
        registry.insert(moved)
        return (backend, call)
    }

    private func fail(_ id: UUID, _ error: any Error) {
        apply(.dialFailed(.refused("\(error)")), to: id)
    }
}

// MARK: - Busy lines

extension Switchboard {
    /// How long the calls of a line may take to end before the emergency number is dialed all the same.
    package static let freeingLimit = Duration.seconds(5)

    private func candidate(_ line: Line) -> EmergencyPlan.Candidate {
        let mine = registry.all.filter { $0.machine.isLive && $0.line == line.key }
        return EmergencyPlan.Candidate(
            line: line, conversations: mine.map(\.id), hasEmergency: mine.contains(where: \.isEmergency))
    }

    /// Ends conversations and returns when they have ended, or after a limit.
    private func free(_ conversations: [UUID]) async {
        let live = conversations.filter { registry[$0]?.machine.isLive ?? false }
        guard !live.isEmpty else { return }
        let (ends, tellEnd) = AsyncStream<UUID>.makeStream()
        let watch = UUID()
        endWatchers[watch] = tellEnd
        defer { endWatchers[watch] = nil }
        for id in live { apply(.endRequested, to: id) }
        await withTaskGroup { group in
            group.addTask {
                var left = Set(live)
                for await id in ends where left.remove(id) != nil && left.isEmpty { return }
            }
            group.addTask { [time = parts.time] in
                try? await time.sleep(until: time.uptime + Self.freeingLimit)
            }
            await group.next()
            group.cancelAll()
        }
    }
}

// MARK: - When no line would

extension Switchboard {
    private var nothingToDialOn: TelephonyError {
        if !lines.all.isEmpty {
            return TelephonyError(.lineBusy, "an emergency call is up on every line; end it first to make another")
        }
        if let outage = lines.unavailableBackends.sorted(by: { $0.key < $1.key }).first?.value {
            return TelephonyError(
                .modemServiceUnavailable, "no emergency call can be made from here: \(outage) Use another telephone.")
        }
        return TelephonyError(
            .noModem, "no emergency call can be made from here: there is no modem. Use another telephone.")
    }

    /// Says of each line why not.
    private func refusal(_ refusals: [(line: LineKey, why: String)]) -> TelephonyError {
        guard !refusals.isEmpty else {
            return TelephonyError(.wrongState, "the emergency call was ended before a modem took it")
        }
        let labels = Dictionary(lines.all.map { ($0.key, $0.label) }) { first, _ in first }
        let reasons = refusals.map { "\(labels[$0.line] ?? $0.line.backend): \($0.why)" }.joined(separator: "; ")
        return TelephonyError(
            .callRefused,
            "no modem took the emergency call (\(reasons)). 112 and 911 are taken by every modem with coverage; "
                + "or use another telephone.")
    }
}
