// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

// The lines that there are.
extension Lines {
    /// Returns once there is a line, or a reason why there is none, or the patience after the start is over.
    func waitForFirst() async {
        guard let isAwaited = hasFirstWaiter else { return }
        if !isAwaited {
            commons.jobs.add { [time = commons.time] board in
                try? await time.sleep(until: time.uptime + Switchboard.patienceForLines)
                board.lines.endWaitForFirst()
            }
        }
        try? await withCheckedThrowingContinuation { waitForFirst($0) }
    }

    /// Returns once it is known by which identifiers apps name the lines, or the patience for that is over; the identifiers
    /// then come when they can.
    func waitForIdentifiers() async {
        guard nextUnidentified != nil else { return }
        await errands.share(.identifiers, upTo: Switchboard.patienceForIdentifiers) { board in
            await board.lines.findIdentifiers()
            board.conversations.noteServices()
        }
    }

    /// Returns once a line can be chosen: where one is named, or there are several, that takes their identifiers.
    func waitUntilChoosable(named service: UUID?) async {
        if service != nil || book.all.count > 1 { await waitForIdentifiers() }
    }

    /// Lets apps see lines as soon as they can be named.
    func announce() async {
        await waitForIdentifiers()
        publishIfChanged()
    }

    func findIdentifiers() async {
        while let iccid = nextUnidentified { identify(iccid, as: await identifier(of: iccid)) }
        publishIfChanged()
    }

    private func identifier(of iccid: String) async -> UUID {
        do {
            return try await store.serviceIdentifier(forICCID: iccid)
        } catch {
            // Calls must work without a database; the identifier then lasts as long as the daemon.
            commons.log("lines: \(error)")
            return UUID()
        }
    }

    /// The line a call takes: the one that is named, else the recent's, the number's own, the default, the only one;
    /// else the person has to choose. Throws `TelephonyError`.
    ///
    /// - Parameter rights: which rows the caller may read, for the recent's.
    func choose(
        for request: StartRequest, dialing dial: DialString, _ rights: Rights
    ) async throws(TelephonyError) -> LineChoice {
        await waitUntilChoosable(named: request.service)
        if request.service != nil { return try book.choose(named: request.service, preferred: []) }
        // Where it takes long the rest is not older than the choice.
        let recent = await preference(ofRecent: request.recent, rights)
        return try book.choose(named: nil, preferred: [recent].compactMap(\.self) + preferences(for: dial))
    }

    /// The line of the row being redialed, if the caller may read that row.
    private func preference(ofRecent recent: UUID?, _ rights: Rights) async -> LinePreference? {
        // With one line there is nothing to prefer, and nothing to wait for.
        guard book.all.count > 1, let recent, let after = try? rights.history() else { return nil }
        let isIt = HistoryExpression.compare(.equal, .column(.id), .literal(.text(recent.uuidString)))
        let query = HistoryQuery(expression: isIt, afterSequence: after, limit: 1)
        let found = await errands.patiently { [history] _ in
            await outcome { try await history.rows(matching: query).rows.first?.service }
        }
        guard case .success(let service) = found else { return .unknown }
        return service.map { .ifReady($0) }
    }
}

// The lines that the person chose: read and written beside the calls.
extension Lines {
    /// The choices, read now when they could not be read before. Throws `TelephonyError`: why they are not known.
    func settings() async throws(TelephonyError) -> LineSettings {
        if !wishes.areKnown { await errands.share(.lineSettings) { await $0.lines.readWishes() } }
        return try wishes.known.get()
    }

    /// Writes a choice, and takes it over once it is on disk. Throws `TelephonyError`.
    func change(
        _ write: @escaping @Sendable (any LineStore) async throws -> Void,
        then change: @escaping @Sendable (inout LineSettings) -> Void
    ) async throws {
        let result = await errands.patiently { [store] board in
            await outcome {
                try await write(store)
                board.lines.change(change)
            }
        }
        guard let result else {
            throw TelephonyError(.databaseUnreadable, "the disk does not answer; the choice counts once it is written")
        }
        try result.get()
        // Whoever sees that it is written counts on it.
        if !wishes.areKnown { _ = try? await settings() }
    }

    func readWishes() async {
        var isCurrent = false
        while !isCurrent {
            let changes = wishes.changes
            let result: Result<LineSettings, TelephonyError>
            do { result = .success(try await store.lineSettings()) } catch {
                result = .failure(TelephonyError(error, as: .databaseUnreadable))
            }
            isCurrent = read(result, after: changes)
        }
    }
}
