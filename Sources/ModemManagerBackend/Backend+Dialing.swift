// SPDX-License-Identifier: Apache-2.0
import DBus
package import Telephony

extension ModemManagerBackend {
    package func dial(_ digits: String, on line: LineKey, as call: CallID) async throws -> String {
        try await carryOut(try begin(digits, on: line, as: call, limit: deadlines.start))
    }

    /// Notes the leg, so that it can be hung up from now on.
    func begin(
        _ digits: String, on line: LineKey, as call: CallID, limit: Duration, isEmergency: Bool = false
    ) throws -> Dial {
        try DialDigits.check(digits)
        guard let owner = book.owner, book.early == nil else { throw Self.serviceGone }
        if let keeper = book.keeper, !isEmergency { throw TelephonyError(.modemFailed, Keeper.refusal(keeper)) }
        guard let modem = book.callingModems.first(where: { book.lineKey($0.path) == line })?.path else {
            throw Self.lineGone
        }
        guard book.legs[call] == nil else {
            throw TelephonyError(.wrongState, "this call was dialed before; start a new one")
        }
        take(.placing(call, modem: modem, digits: digits))
        return Dial(
            call: call, digits: digits, line: line, modem: modem, owner: owner, limit: limit, isEmergency: isEmergency)
    }

    /// Has the modem dial, and returns the leg's reference once it took the call.
    func carryOut(_ dial: Dial) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            dials[dial.call] = continuation
            submit { await $0.place(dial) }
        }
    }

    static let serviceGone = TelephonyError(
        .modemServiceUnavailable, "ModemManager is not running; start the ModemManager service")
    static let lineGone = TelephonyError(
        .serviceUnavailable, "the line is gone; choose one of the lines that are there")
    static let endedEarly = TelephonyError(.wrongState, "the call was ended before it was dialed; start a new one")

    /// Lets the dial return, if it has not.
    func settle(_ call: CallID, _ result: Result<String, any Error>) {
        dials.removeValue(forKey: call)?.resume(with: result)
    }

    /// Whether the dial has not returned yet and nobody asked for its end.
    func isWanted(_ call: CallID) -> Bool { dials[call] != nil && book.legs[call]?.isEnding == false }

    /// Carries a dial out to its end, also when its deadline passes and nobody waits for it any more.
    private func place(_ dial: Dial, isSecond: Bool = false) async {
        var path: ObjectPath?
        if let delay = book.dialDelay(on: dial.modem, at: bus.loop.uptime, callList: deadlines.callList) {
            await pause(delay)
        }
        do {
            // In force beyond CreateCall's answer, because to end it there would hold up Start.
            async let _: Void = expire(dial, after: deadlines.createCall) { $0.path == nil }
            path = try await create(dial)
            if let path { try await start(path, dial) }
        } catch {
            if let path, error.isStillborn, !isSecond, dials[dial.call] != nil {
                await delete(path, of: dial.modem, dial.owner)
                return await place(dial, isSecond: true)
            }
            await fail(dial, path, error)
        }
    }

    /// nil: the call is not wanted any more, and what was made of it is cleared away.
    private func create(_ dial: Dial) async throws -> ObjectPath? {
        guard isWanted(dial.call) else { throw Self.endedEarly }
        let address = method(dial.modem, Name.voice, "CreateCall", dial.owner)
        let path = try await bus.call(
            address, ["number": Variant.string(dial.digits)], deadline: deadlines.createCall + deadlines.late,
            autoStart: false, returning: ObjectPath.self)
        take(.created(dial.call, path))
        if isWanted(dial.call) { return path }
        settle(dial.call, .failure(Self.endedEarly))
        await delete(path, of: dial.modem, dial.owner)
        take(.notPlaced(dial.call))
        return nil
    }

    private func start(_ path: ObjectPath, _ dial: Dial) async throws {
        let address = method(path, Name.call, "Start", dial.owner)
        async let _: Void = expire(dial, after: dial.limit) { _ in true }
        try await bus.call(address, deadline: dial.limit + deadlines.late, autoStart: false)
        if dials[dial.call] == nil { await letGo(path, dial, wasRefused: false) } else { await keep(path, dial) }
    }

    /// The modem has the call: from now on it is a leg like any other.
    func keep(_ path: ObjectPath, _ dial: Dial) async {
        settle(dial.call, .success(book.callReference(path)))
        take(.placed(dial.call))
        // A hang-up that fails is noted in the book, and the service asks again once it knows that the dial was taken.
        if book.legs[dial.call]?.isEnding == true { try? await hangUpWhenSafe(dial.call) }
    }

    /// At the deadline the dial fails if its leg is as a test says; the answer is waited for longer, and what it brings
    /// is undone.
    private func expire(_ dial: Dial, after limit: Duration, if test: @Sendable (Leg) -> Bool) async {
        guard (try? await bus.loop.sleep(until: bus.loop.uptime + limit)) != nil, dials[dial.call] != nil,
            book.legs[dial.call].map(test) ?? true
        else { return }
        settle(
            dial.call,
            .failure(TelephonyError(.modemTimedOut, "the modem did not answer in time; try again")))
        submit { await $0.doubt(DBusError(DBusError.noReply), dial.owner) }
    }
}
