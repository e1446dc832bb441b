// SPDX-License-Identifier: Apache-2.0
import DBus
package import Telephony

extension ModemManagerBackend {
    package func initiateUSSD(_ code: String, on line: LineKey) async throws -> USSDReply {
        try USSDText.check(code: code)
        let target = try target(line)
        // Nobody but the next code knows of a session that could not be ended.
        if let left = ussd.session(on: line), left.phase == .left { try? await cancel(left, target) }
        guard ussd.session(on: line) == nil else { throw Self.isBusy }
        try requireAnswerableNetwork(target)
        guard let session = ussd.begin(on: line) else { throw Self.isBusy }
        return try await say(code, by: "Initiate", session, target)
    }

    package func respondToUSSD(_ answer: String, on line: LineKey) async throws -> USSDReply {
        try USSDText.check(answer: answer)
        let target = try target(line)
        guard let session = ussd.goOn(on: line) else {
            throw TelephonyError(.wrongState, "the network does not ask anything now; run the code again")
        }
        return try await say(answer, by: "Respond", session, target)
    }

    package func cancelUSSD(on line: LineKey) async throws {
        guard let session = ussd.session(on: line), let target = try? target(line) else { return }
        try await cancel(session, target)
    }

    /// ModemManager would refuse every later code, also to the Dialtone that comes after us.
    func endSessions() async {
        for line in ussd.sessions.keys { try? await cancelUSSD(on: line) }
    }

    func cancel(_ session: USSDSession, _ target: Target) async throws {
        ussd.end(session, on: target.line)
        do {
            try await cancelAnySession(target)
            forget(session, target)
        } catch {
            await leave(session, target)
            throw error
        }
    }

    func cancelAnySession(_ target: Target) async throws {
        try await ask(.ussd, target) { try await $0.tell(target.modem, Name.ussd, "Cancel", target.owner) }
        if book.owner == target.owner { ussd.noteCancellation(on: target.line, at: bus.loop.uptime) }
    }

    /// A session that could not be ended keeps its line, unless ModemManager says that there is none.
    private func leave(_ session: USSDSession, _ target: Target) async {
        if await state(of: target) == .idle { return forget(session, target) }
        ussd.leave(session, on: target.line)
    }

    /// What is sent in a session that the network still keeps is an answer in it, and may order something.
    func requireAnswerableNetwork(_ target: Target) throws {
        guard book.modems[target.modem]?.speaksAT == true,
            ussd.mayBeOpen(on: target.line, at: bus.loop.uptime, for: deadlines.lostCancellation)
        else { return }
        let minutes = max(1, deadlines.lostCancellation.components.seconds / 60)
        throw TelephonyError(
            .wrongState,
            "the network may not know that the last code was cancelled and would take this one for an answer; wait "
                + "\(minutes) minutes")
    }

    func forget(_ session: USSDSession, _ target: Target) {
        update { $0.forget(session, on: target.line, networkWaits: waitsForAnswer(target.modem)) }
    }

    /// Tells the book of the sessions something and announces what follows.
    func update(_ word: (inout USSDBook) -> [BackendEvent]) {
        for event in word(&ussd) where book.keeper == nil { announce(event) }
    }

    /// Says something to the network and returns what it says; whatever goes wrong, no session is left behind.
    private func say(
        _ text: String, by member: String, _ session: USSDSession, _ target: Target, isSecond: Bool = false
    ) async throws -> USSDReply {
        do {
            let reply = try await bus.call(
                method(target.modem, Name.ussd, member, target.owner), text, deadline: deadlines.ussd,
                autoStart: false, returning: String.self)
            return try await settle(reply, session, target)
        } catch {
            if member == "Initiate", !isSecond, error.isWrongState, try await endForeignSession(session, target) {
                return try await say(text, by: member, session, target, isSecond: true)
            }
            return try await recover(session, target, after: member, from: error)
        }
    }

    /// ModemManager answers with the text alone; whether the network waits is the session's state.
    private func settle(_ text: String, _ session: USSDSession, _ target: Target) async throws -> USSDReply {
        guard let state = await state(of: target) else { throw Self.unreadable }
        guard ussd.isRunning(session, on: target.line) else { throw Self.cancelled }
        return conclude(USSDReply(text: USSDText.reply(text), wantsAnswer: state == .userResponse), session, target)
    }

    func conclude(_ reply: USSDReply, _ session: USSDSession, _ target: Target) -> USSDReply {
        update { $0.conclude(reply, session, on: target.line, networkWaits: waitsForAnswer(target.modem)) }
        return reply
    }

    /// nil: it cannot be read.
    func state(of target: Target) async -> USSDState? {
        (try? await property("State", of: target, Name.ussd))?.uint32.map(USSDState.init)
    }

    private static let isBusy = TelephonyError(
        .wrongState, "a code is being run on this line; wait until it is over, or cancel it")

    static let cancelled = TelephonyError(
        .wrongState, "the code was cancelled before the network answered; run it again")

    private static let unreadable = TelephonyError(
        .modemFailed, "the modem does not tell whether the code is over; run it again if you have to")
}
