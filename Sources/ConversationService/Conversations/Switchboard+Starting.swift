// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

extension Switchboard {
    /// Starts a cellular conversation and returns its identifier once the modem daemon took the call.
    ///
    /// An app that is not the default dialer waits for the person's consent first; equal requests of one app wait
    /// together and become one call.
    /// - Throws: `TelephonyError`; then nothing was dialed, or the row says that it failed.
    package func startConversation(_ request: StartRequest, by caller: Caller) async throws -> UUID {
        try await audited("start", request.handle.value, by: caller.auditName) { reason in
            let start = try rights(of: caller).start()
            let dial = try dialString(of: request.handle)
            switch start {
            case .atOnce:
                reason = rights(of: caller).hasControl ? "acts for the person" : "is the default dialer"
                return try await begin(dial, request, by: caller)
            case .afterConsent:
                reason = "the person agreed"
                return try await beginAfterConsent(dial, request, by: caller)
            }
        }
    }

    /// Chooses the line and dials; nothing is asked any more.
    func begin(_ dial: DialString, _ request: StartRequest, by caller: Caller) async throws -> UUID {
        let line = try await chooseLine(for: request, by: caller)
        guard !registry.isFull else {
            throw TelephonyError(.tooMany, "too many conversations are up; end one first")
        }
        return try await place(dial, request, on: line, app: caller.app?.bundleIdentifier)
    }

    func chooseLine(for request: StartRequest, by caller: Caller) async throws -> Line {
        let preferred = await preferredService(for: request, rights: rights(of: caller))
        return try lines.choose(named: request.service, preferred: preferred)
    }

    private func dialString(of handle: Handle) throws(TelephonyError) -> DialString {
        guard handle.type == .phoneNumber else {
            throw TelephonyError(.unsupportedHandle, "only a calling app can reach this handle, and none is chosen")
        }
        let dial = try DialString(parsing: handle.value)
        guard dial.kind == .number else {
            throw TelephonyError(.networkCode, "this is a network code and not a number; codes are not dialed as calls")
        }
        return dial
    }

    /// The line of the row being redialed, if the caller may read that row.
    private func preferredService(for request: StartRequest, rights: Rights) async -> UUID? {
        guard let recent = request.recent, let after = try? rights.history() else { return nil }
        let isIt = HistoryExpression.compare(.equal, .column(.id), .literal(.text(recent.uuidString)))
        let query = HistoryQuery(expression: isIt, afterSequence: after, limit: 1)
        return try? await parts.history.rows(matching: query).rows.first?.service
    }

    private func place(
        _ dial: DialString, _ request: StartRequest, on line: Line, app: String?
    ) async throws -> UUID {
        guard let backend = parts.backends.first(where: { $0.name == line.key.backend }) else {
            throw TelephonyError(.unknownService, "the line went away; read the services again")
        }
        let call = CallID()
        let (machine, effects) = ConversationMachine.outgoing()
        let record = ConversationRecord(
            id: UUID(), direction: .outgoing, handles: [request.handle], service: lines.service(of: line.key),
            app: app, startedAt: parts.time.date)
        let conversation = LiveConversation(
            leg: .backend(name: backend.name, call: call), postDial: dial.postDial, machine: machine, record: record)
        registry.insert(conversation)
        perform(effects, for: record.id)
        try await setUp(call, dialing: dial.address, on: line, of: record.id, backend)
        return record.id
    }

    /// Dials as a job of the service, so that a caller who goes away leaves no call half dialed.
    private func setUp(
        _ call: CallID, dialing digits: String, on line: Line, of id: UUID, _ backend: any Backend
    ) async throws {
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            spawn { [self] in
                let result: Result<String, any Error>
                do { result = .success(try await backend.dial(digits, on: line.key, as: call)) } catch {
                    result = .failure(error)
                }
                await finishDialing(id, result)
                done.resume(with: result.map { _ in })
            }
        }
    }

    private func finishDialing(_ id: UUID, _ result: Result<String, any Error>) {
        switch result {
        case .success(let reference):
            setReference(reference, of: id)
            apply(.dialTaken, to: id)
        case .failure(let error): apply(.dialFailed(Self.endReason(of: error)), to: id)
        }
    }

    private static func endReason(of error: any Error) -> CallEndReason {
        guard let error = error as? TelephonyError else { return .failed("\(error)") }
        return switch error.code {
        case .callRefused: .refused(error.message)
        case .modemServiceUnavailable: .lost
        default: .failed(error.message)
        }
    }
}
