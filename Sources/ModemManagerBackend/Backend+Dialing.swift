// SPDX-License-Identifier: Apache-2.0
import DBus
package import Telephony

extension ModemManagerBackend {
    package func dial(_ digits: String, on line: LineKey, as call: CallID) async throws -> String {
        try await dial(digits, on: line, as: call, limit: deadlines.start)
    }

    /// - Parameter limit: how long the modem may take for its answer to ATD.
    func dial(_ digits: String, on line: LineKey, as call: CallID, limit: Duration) async throws -> String {
        try DialDigits.check(digits)
        guard let owner = book.owner, book.early == nil else {
            throw TelephonyError(
                .modemServiceUnavailable, "ModemManager is not running: start the ModemManager service.")
        }
        guard let modem = book.callingModems.first(where: { book.lineKey($0.path) == line })?.path else {
            throw TelephonyError(.serviceUnavailable, "The line is gone: choose one of the lines that are there.")
        }
        guard book.legs[call] == nil else {
            throw TelephonyError(.wrongState, "This call was dialed before: start a new one.")
        }
        take(.placing(call, modem: modem, digits: digits))
        return try await withCheckedThrowingContinuation { dial in
            dials[call] = dial
            submit { await $0.place(digits, modem, owner, call, limit: limit) }
        }
    }

    /// Lets the dial return, if it has not.
    func settle(_ call: CallID, _ result: Result<String, any Error>) {
        dials.removeValue(forKey: call)?.resume(with: result)
    }

    /// Carries a dial out to its end, also when its deadline passes and nobody waits for it any more.
    private func place(
        _ digits: String, _ modem: ObjectPath, _ owner: String, _ call: CallID, limit: Duration, isSecond: Bool = false
    ) async {
        var path: ObjectPath?
        await waitForCallList(of: modem)
        do {
            // In force beyond CreateCall's answer, because to end it there would hold up Start.
            async let _: Void = expire(call, owner, after: deadlines.createCall) { $0.path == nil }
            path = try await create(digits, modem, owner, call)
            if let path { try await start(path, modem, owner, call, limit: limit) }
        } catch {
            if let path, error.isStillborn, !isSecond, dials[call] != nil {
                await delete(path, of: modem, owner)
                return await place(digits, modem, owner, call, limit: limit, isSecond: true)
            }
            let readiness = book.lines.first { $0.key == book.lineKey(modem) }?.readiness
            settle(call, .failure(ErrorMapping.telephonyError(error, readiness: readiness)))
            if let path { await undo(path, modem, owner, isUncertain: error.isNoReply) }
            take(.notPlaced(call))
            await doubt(error, owner)
        }
    }

    /// A modem on which a call was just hung up is about to tell that it has none, and that must not end this one.
    private func waitForCallList(of modem: ObjectPath) async {
        guard let hungUp = hungUpAt[modem] else { return }
        let rest = hungUp + deadlines.callList - bus.loop.uptime
        if rest > .zero { await pause(rest) }
    }

    /// nil: the call is not wanted any more, and what was made of it is cleared away.
    private func create(
        _ digits: String, _ modem: ObjectPath, _ owner: String, _ call: CallID
    ) async throws -> ObjectPath? {
        let address = method(modem, Name.voice, "CreateCall", owner)
        let path = try await bus.call(
            address, ["number": Variant.string(digits)], deadline: deadlines.createCall + deadlines.late,
            autoStart: false, returning: ObjectPath.self)
        take(.created(call, path))
        if dials[call] != nil, book.legs[call]?.isEnding == false { return path }
        settle(call, .failure(TelephonyError(.wrongState, "The call was ended before it was dialed.")))
        await delete(path, of: modem, owner)
        take(.notPlaced(call))
        return nil
    }

    private func start(
        _ path: ObjectPath, _ modem: ObjectPath, _ owner: String, _ call: CallID, limit: Duration
    ) async throws {
        let address = method(path, Name.call, "Start", owner)
        async let _: Void = expire(call, owner, after: limit) { _ in true }
        try await bus.call(address, deadline: limit + deadlines.late, autoStart: false)
        guard dials[call] != nil else {
            await undo(path, modem, owner, isUncertain: true)
            return take(.notPlaced(call))
        }
        settle(call, .success(book.reference(path)))
        take(.placed(call))
        if book.legs[call]?.isEnding == true { try? await hangUpWhenSafe(call) }
    }

    /// Leaves nothing behind of a call that nobody wants any more, and that the modem may have taken.
    private func undo(_ path: ObjectPath, _ modem: ObjectPath, _ owner: String, isUncertain: Bool) async {
        if isUncertain { try? await tell(path, Name.call, "Hangup", owner) }
        await delete(path, of: modem, owner)
    }

    /// At the deadline the dial fails if its leg is as a test says; the answer is waited for longer, and what it brings
    /// is undone.
    private func expire(
        _ call: CallID, _ owner: String, after limit: Duration, if test: @Sendable (Leg) -> Bool
    ) async {
        guard (try? await bus.loop.sleep(until: bus.loop.uptime + limit)) != nil, dials[call] != nil,
            book.legs[call].map(test) ?? true
        else { return }
        settle(
            call,
            .failure(TelephonyError(.modemTimedOut, "The modem did not answer in time: try again.")))
        submit { await $0.doubt(DBusError(DBusError.noReply), owner) }
    }
}

extension Error {
    /// Whether a deadline passed, so that what was asked for may still happen.
    var isNoReply: Bool { (self as? DBusError)?.name == DBusError.noReply }

    /// Whether the call object had ended before it was started: a modem's call list that was on its way when the
    /// object was made does not have it, and ModemManager 1.20 takes it for gone. So it is right after a hang-up.
    var isStillborn: Bool {
        guard let error = self as? DBusError else { return false }
        return error.name == "org.freedesktop.ModemManager1.Error.Core.Failed"
            && error.message.contains("not in unknown state")
    }
}
