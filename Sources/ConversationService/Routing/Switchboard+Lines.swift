// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

extension Switchboard {
    /// The line a call takes: the one that is named, else the recent's, the number's own, the default, the only one;
    /// else the person has to choose.
    func chooseLine(for request: StartRequest, dialing dial: DialString, by caller: Caller) async throws -> LineChoice {
        if request.service != nil { return try lines.choose(named: request.service, preferred: []) }
        // Where it takes long the rest is not older than the choice.
        let recent = await preference(ofRecent: request.recent, for: caller)
        return try lines.choose(named: nil, preferred: [recent].compactMap(\.self) + preferences(for: dial))
    }

    private func preferences(for dial: DialString) -> [LinePreference] {
        readWishesSoon()
        return wishes.forNumber(dial)
    }

    /// What speaks for a line of a code.
    var preferenceForCodes: LinePreference? {
        readWishesSoon()
        return wishes.forAll
    }

    /// The line of the row being redialed, if the caller may read that row.
    private func preference(ofRecent recent: UUID?, for caller: Caller) async -> LinePreference? {
        // With one line there is nothing to prefer, and nothing to wait for.
        guard lines.all.count > 1, let recent, let after = try? rights(of: caller).history() else { return nil }
        let isIt = HistoryExpression.compare(.equal, .column(.id), .literal(.text(recent.uuidString)))
        let query = HistoryQuery(expression: isIt, afterSequence: after, limit: 1)
        let found = await patiently(Self.patienceForDisk) { [history = parts.history] in
            await Result { try await history.rows(matching: query).rows.first?.service }
        }
        guard case .success(let service) = found else { return .unknown }
        return service.map { .ifReady($0) }
    }

    /// What the person can choose of. Throws `lineChoiceNeeded` when a line has no name to be chosen by.
    func choices(of choice: LineChoice) throws(TelephonyError) -> [CellularService] {
        guard case .among(let candidates) = choice else { return [] }
        let services = candidates.compactMap { line in
            lines.service(of: line.key).map { CellularService(id: $0, label: line.label) }
        }
        guard services.count == candidates.count else { throw LineChoice.isOpen }
        return services
    }
}

extension Result where Failure == any Error {
    /// What came of something that waits.
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
