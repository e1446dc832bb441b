// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

// The way of a call, from top to bottom. After each wait what counts is looked at anew.
extension Starter {
    /// Starts a call that an app wants; returns its identifier once the modem daemon took it.
    /// Throws `TelephonyError`, `CancellationError`.
    ///
    /// - Parameter reason: why it was allowed, for the audit.
    func start(_ request: StartRequest, by caller: Caller, _ reason: inout String) async throws -> UUID {
        _ = try roles.rights(of: caller).start()
        let wish = await wish(for: try dialString(of: request.handle), of: caller.app?.bundleIdentifier)
        // Not before now: the role may have changed hands while there was no line.
        let start = try roles.rights(of: caller).start()
        reason = roles.rights(of: caller).reason(for: start)
        return try await begin(wish, request, start, by: caller)
    }

    /// Starts the call of a link, always after a prompt that names no app: the daemon sees our link handler alone.
    ///
    /// There is no calling app to route to yet, so `tel:` and `telephony:` both end as cellular. A link that cannot be
    /// dialed now is refused now and not kept for later. Throws `TelephonyError`, `CancellationError`.
    /// - Parameter objection: what of the caller's wishes cannot be obeyed; an emergency call is made all the same.
    func open(_ link: String, unless objection: TelephonyError?, by caller: Caller) async throws -> UUID {
        let dial = try TelLink(parsing: link).dial
        guard dial.networkCode == nil else {
            throw TelephonyError(
                .networkCode, "the link is a network code and not a number; run it with dialtone ussd if you mean it")
        }
        let request = StartRequest(handle: .number(dial.address + dial.postDial), objection: objection)
        return try await begin(await wish(for: dial, of: nil), request, .afterConsent, by: caller)
    }

    /// - Parameter app: nil for a link.
    private func wish(for dial: DialString, of app: String?) async -> Wish {
        // The lines also know which numbers are emergency numbers.
        await lines.waitForFirst()
        return Wish(dial: dial, isEmergency: await emergency.isEmergency(dial), app: app)
    }

    /// Dials, once the person was asked what is theirs to decide: whether it may be, and on which of several lines.
    private func begin(
        _ wish: Wish, _ request: StartRequest, _ start: Rights.Start, by caller: Caller
    ) async throws -> UUID {
        if let objection = request.objection, !wish.isEmergency { throw objection }
        // The person is not asked for a call that cannot be made anyway.
        let choice = try await chooseLine(for: wish, request, by: caller)
        // Looking for lines may have taken a while, in which the caller lost the role.
        let start = start == .atOnce ? try roles.rights(of: caller).start() : start
        switch (start, choice) {
        case (.atOnce, nil): return try await dial(wish, request, on: nil)
        case (.atOnce, .line(let line)): return try await dial(wish, request, on: line)
        case (.afterConsent, _), (.atOnce, .among): return try await ask(wish, request, start, choice, by: caller)
        }
    }

    /// nil for an emergency call, which takes any line.
    private func chooseLine(
        for wish: Wish, _ request: StartRequest, by caller: Caller
    ) async throws(TelephonyError) -> LineChoice? {
        guard !wish.isEmergency else { return nil }
        return try await lines.choose(for: request, dialing: wish.dial, roles.rights(of: caller))
    }

    /// Asks the person, together with whoever else asked for the same, and dials when they agree.
    private func ask(
        _ wish: Wish, _ request: StartRequest, _ start: Rights.Start, _ choice: LineChoice?, by caller: Caller
    ) async throws -> UUID {
        let (jobs, key, waiter) = (commons.jobs, try key(of: wish, request, caller), nextWaiter())
        return try await waitCancellably {
            jobs.add { $0.starter.leave(key, waiter) }
        } _: { continuation in
            join(key, waiter, continuation) { () throws(TelephonyError) in
                try question(about: wish, request, start, choice, by: caller)
            }
            if Task.isCancelled { leave(key, waiter) }
        }
    }

    /// Carries a question through, and tells all who wait for it.
    func settle(_ key: OpenStart.Key, _ start: OpenStart) async {
        finish(key, start, await outcome { try await askAndDial(key, start) })
    }

    private func askAndDial(_ key: OpenStart.Key, _ start: OpenStart) async throws -> UUID {
        let chosen = try await consent.require(start.prompt) { isOpen(key, start) }
        // The line that the person saw or chose, and no other.
        var request = start.request
        if let chosen { request.service = chosen }
        try agree(to: key, start)
        let line = try await chooseLine(for: start.wish, request, by: start.caller)?.settled()
        try roles.requireRight(to: start.prompt.act, start.caller)
        return try await dial(start.wish, request, on: line)
    }

    /// Dials; nothing is asked any more.
    private func dial(_ wish: Wish, _ request: StartRequest, on line: Line?) async throws -> UUID {
        // Whoever asked may have gone meanwhile, or the service be ending.
        try Task.checkCancellation()
        guard let line else {
            return try await emergency.place(wish.dial, handle: request.handle, app: wish.app)
        }
        let (id, leg) = try commit(wish, request, on: line)
        let (digits, key) = (wish.dial.address, line.key)
        try await conversations.dial(id) { board in
            let result = await outcome { try await leg.backend.dial(digits, on: key, as: leg.call) }
            board.starter.finishDialing(id, result)
            _ = try result.get()
        }
        return id
    }
}
