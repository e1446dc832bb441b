// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

/// What is to be dialed and on which way.
struct WantedCall: Hashable, Sendable {
    var dial: DialString
    /// Way 1 of the routing: ahead of line choice and limits.
    var isEmergency: Bool
    /// The app that it is for; nil for a link.
    var app: String?
}

extension Switchboard {
    /// Starts a cellular conversation and returns its identifier once the modem daemon took the call.
    ///
    /// An app that is not the default dialer waits for the person's consent first, and anybody for their choice among
    /// several lines; equal requests of one app wait together and become one call.
    /// - Throws: `TelephonyError`; then nothing was dialed, or the row says that it failed.
    package func startConversation(_ request: StartRequest, by caller: Caller) async throws -> UUID {
        try await audited("start", AuditRing.target(of: request.handle.value), by: caller.auditName) { reason in
            _ = try rights(of: caller).start()
            let wanted = await wantedCall(try dialString(of: request.handle), for: caller.app?.bundleIdentifier)
            // Not before now: the role may have changed hands while there was no line.
            let start = try rights(of: caller).start()
            reason = rights(of: caller).reason(for: start)
            return try await begin(wanted, request, start, by: caller)
        }
    }

    /// Dials, once the person was asked what is theirs to decide: whether it may be, and on which of several lines.
    func begin(
        _ wanted: WantedCall, _ request: StartRequest, _ start: Rights.Start, by caller: Caller
    ) async throws -> UUID {
        if let objection = request.objection, !wanted.isEmergency { throw objection }
        // The person is not asked for a call that cannot be made anyway.
        let choice = try await chooseLine(for: wanted, request, by: caller)
        // Looking for lines may have taken a while, in which the caller lost the role.
        let start = start == .atOnce ? try rights(of: caller).start() : start
        switch (start, choice) {
        case (.atOnce, nil): return try await dial(wanted, request, on: nil)
        case (.atOnce, .line(let line)): return try await dial(wanted, request, on: line)
        case (.afterConsent, _), (.atOnce, .among):
            return try await dialWhenAgreed(wanted, request, start, choice, by: caller)
        }
    }

    /// nil for an emergency call, which takes any line.
    func chooseLine(
        for wanted: WantedCall, _ request: StartRequest, by caller: Caller
    ) async throws -> LineChoice? {
        guard !wanted.isEmergency else { return nil }
        return try await chooseLine(for: request, dialing: wanted.dial, by: caller)
    }

    /// Dials; nothing is asked any more.
    func dial(_ wanted: WantedCall, _ request: StartRequest, on line: Line?) async throws -> UUID {
        // Whoever asked may have gone meanwhile, or the service be ending.
        try Task.checkCancellation()
        guard let line else {
            return try await placeEmergency(wanted.dial, handle: request.handle, app: wanted.app)
        }
        guard !registry.isFull else {
            throw TelephonyError(.tooMany, "too many conversations are up; end one first")
        }
        return try await place(wanted.dial, request, on: line, app: wanted.app)
    }

    /// - Parameter app: nil for a link.
    func wantedCall(_ dial: DialString, for app: String?) async -> WantedCall {
        // The lines also know which numbers are emergency numbers.
        await waitForFirstLines()
        return WantedCall(dial: dial, isEmergency: await isEmergency(dial), app: app)
    }

    private func dialString(of handle: Handle) throws(TelephonyError) -> DialString {
        guard handle.type == .phoneNumber else {
            throw TelephonyError(.unsupportedHandle, "only a calling app can reach this handle, and none is chosen")
        }
        let dial = try DialString(parsing: handle.value)
        guard dial.networkCode == nil else {
            throw TelephonyError(
                .networkCode, "this is a network code and not a number; codes are run with dialtone ussd, not dialed")
        }
        return dial
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
            leg: .backend(name: backend.name, call: call), line: line.key, tones: ToneQueue(postDial: dial.postDial),
            machine: machine,
            record: record)
        registry.insert(conversation)
        perform(effects, for: record.id)
        try await setUp(call, dialing: dial.address, on: line, of: record.id, backend)
        return record.id
    }

    private func setUp(
        _ call: CallID, dialing digits: String, on line: Line, of id: UUID, _ backend: any Backend
    ) async throws {
        try await awaitDial(of: id) { [self] in
            do {
                await finishDialing(id, .success(try await backend.dial(digits, on: line.key, as: call)))
            } catch {
                await finishDialing(id, .failure(error))
                throw error
            }
        }
    }

    private func finishDialing(_ id: UUID, _ result: Result<String, any Error>) {
        switch result {
        case .success(let reference):
            setReference(reference, of: id)
            apply(.dialTaken, to: id)
        // We are ending and the call is not: its row stays open for whoever comes next.
        case .failure(is CancellationError): break
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
