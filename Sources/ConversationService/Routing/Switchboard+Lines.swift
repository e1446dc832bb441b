// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

extension Switchboard {
    /// The line a call takes: the one that is named, else the recent's, the number's own, the default, the only one;
    /// else the person has to choose.
    func chooseLine(for request: StartRequest, dialing address: String, by caller: Caller) async throws -> LineChoice {
        if request.service != nil { return try lines.choose(named: request.service, preferred: []) }
        // With one line there is nothing to prefer, and nothing to wait for.
        guard lines.all.count > 1 else { return try lines.choose(named: nil, preferred: []) }
        let preferred = [
            await serviceOfRecent(request.recent, rights: rights(of: caller)),
            try? await parts.lines.rememberedService(for: address),
            try? await parts.lines.defaultService(),
        ]
        return try lines.choose(named: nil, preferred: preferred.compactMap(\.self))
    }

    /// The line of the row being redialed, if the caller may read that row.
    private func serviceOfRecent(_ recent: UUID?, rights: Rights) async -> UUID? {
        guard let recent, let after = try? rights.history() else { return nil }
        let isIt = HistoryExpression.compare(.equal, .column(.id), .literal(.text(recent.uuidString)))
        let query = HistoryQuery(expression: isIt, afterSequence: after, limit: 1)
        return try? await parts.history.rows(matching: query).rows.first?.service
    }

    /// The line for all calls, or nil to be asked. Throws `TelephonyError`.
    package func setDefaultLine(_ service: UUID?, by caller: Caller) async throws {
        try rights(of: caller).control()
        try requireKnown(service)
        try await parts.lines.setDefaultService(service)
    }

    /// The line for one number, or nil to forget it. Throws `TelephonyError`.
    package func rememberLine(_ service: UUID?, for number: String, by caller: Caller) async throws {
        try rights(of: caller).control()
        try requireKnown(service)
        try await parts.lines.remember(service, for: try DialString(parsing: number, from: .typed).address)
    }

    /// The default line; nil when there is none. Throws `TelephonyError`.
    package func defaultLine(for caller: Caller) async throws -> UUID? {
        try rights(of: caller).control()
        return try await parts.lines.defaultService()
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

    private func requireKnown(_ service: UUID?) throws(TelephonyError) {
        guard let service, lines.line(of: service) == nil else { return }
        throw TelephonyError(.unknownService, "this cellular service is not there; dialtone services lists them")
    }
}
