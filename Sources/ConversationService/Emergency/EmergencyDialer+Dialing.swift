// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

extension EmergencyDialer {
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
        let all = lines.book.all
        if EmergencyNumbers(lines: all).contains(dial.address) { return true }
        for place in Set(all.map { Countries(network: $0.emergency.networkCountry, sim: $0.emergency.simCountry) }) {
            let isIt = await directory.isEmergencyNumber(
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
    func place(_ dial: DialString, handle: Handle, app: String?) async throws -> UUID {
        let id = try begin(dial, handle: handle, app: app)
        try await conversations.dial(id) { try await $0.emergency.dial(dial.address, for: id) }
        return id
    }

    private func dial(_ address: String, for id: UUID) async throws {
        begin(id)
        defer { end(id) }
        let deadline = commons.now + Switchboard.patienceForEmergencyLine
        repeat {
            if try await tryLines(address, for: id) { return }
        } while await lineComes(for: id, until: deadline)
        throw fail(id)
    }

    /// Whether one took it, of the lines that have not refused it as they are.
    private func tryLines(_ address: String, for id: UUID) async throws -> Bool {
        for attempt in plan(address, for: id).attempts {
            // The person gave up while a modem was tried: the next one, and what is up on it, is left alone.
            guard conversations.isWanted(id) else { return false }
            await free(attempt.freeing, for: id)
            if try await dial(attempt, for: id) { return true }
        }
        return false
    }

    private func dial(_ attempt: EmergencyPlan.Attempt, for id: UUID) async throws -> Bool {
        guard let leg = take(attempt.line, for: id) else { return false }
        do {
            let reference = try await leg.backend.dialEmergency(attempt.digits, on: attempt.line, as: leg.call)
            conversations.setReference(reference, of: id)
            conversations.apply(.dialTaken, to: id)
            return true
        } catch let error as CancellationError {
            // We are ending and the call is not: no other line is tried.
            throw error
        } catch {
            note(error, of: attempt.line, leg.name, for: id)
            return false
        }
    }

    /// Waits for a line that has not refused the call as it is; false when none comes in time, or none is expected.
    private func lineComes(for id: UUID, until deadline: Duration) async -> Bool {
        guard conversations.isWanted(id), lines.isLineExpected else { return false }
        await changes.wait(until: deadline) { canGoOn(id) || !lines.isLineExpected }
        return conversations.isWanted(id) && canGoOn(id)
    }

    /// Ends conversations and returns when they have ended, when the call is given up, or after a limit.
    private func free(_ others: [UUID], for id: UUID) async {
        for other in others where conversations.isUp(other) { conversations.apply(.endRequested, to: other) }
        await changes.wait(until: commons.now + Switchboard.freeingLimit) {
            !conversations.isWanted(id) || !others.contains { conversations.isUp($0) }
        }
    }
}
