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

    private func cancel(_ session: USSDSession, _ target: Target) async throws {
        ussd.end(session, on: target.line)
        do {
            try await cancelAnySession(target)
            forget(session, target)
        } catch {
            await leave(session, target)
            throw error
        }
    }

    private func cancelAnySession(_ target: Target) async throws {
        try await ask(.ussd, target) { try await $0.tell(target.modem, Name.ussd, "Cancel", target.owner) }
        if book.owner == target.owner { ussd.noteCancellation(on: target.line, at: bus.loop.uptime) }
    }

    /// A session that could not be ended keeps its line, unless ModemManager says that there is none.
    private func leave(_ session: USSDSession, _ target: Target) async {
        if await state(of: target) == .idle { return forget(session, target) }
        ussd.leave(session, on: target.line)
    }

    /// What is sent in a session that the network still keeps is an answer in it, and may order something.
    private func requireAnswerableNetwork(_ target: Target) throws {
        guard book.modems[target.modem]?.speaksAT == true,
            ussd.mayBeOpen(on: target.line, at: bus.loop.uptime, for: deadlines.lostCancellation)
        else { return }
        let minutes = max(1, deadlines.lostCancellation.components.seconds / 60)
        throw TelephonyError(
            .wrongState,
            "the network may not know that the last code was cancelled and would take this one for an answer; wait "
                + "\(minutes) minutes")
    }

    private func forget(_ session: USSDSession, _ target: Target) {
        update { $0.forget(session, on: target.line, networkWaits: waitsForAnswer(target.modem)) }
    }

    /// Tells the book of the sessions something and announces what follows.
    func update(_ word: (inout USSDBook) -> [BackendEvent]) { word(&ussd).forEach { announce($0) } }

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

    /// Ends the session that kept ours away, for which nobody else may be there any more: an earlier Dialtone, or a program
    /// that has long ended. False when there is none, or the network just opened it.
    private func endForeignSession(_ session: USSDSession, _ target: Target) async throws -> Bool {
        let state = await state(of: target)
        guard state == .userResponse || state == .active, ussd.isRunning(session, on: target.line),
            !ussd.holdsQuestion(on: target.line), (try? await cancelAnySession(target)) != nil
        else { return false }
        announce(.noted("a code's session that this Dialtone did not begin was open; it was ended to run a code"))
        do { try requireAnswerableNetwork(target) } catch {
            forget(session, target)
            throw error
        }
        return ussd.isRunning(session, on: target.line)
    }

    /// ModemManager answers with the text alone; whether the network waits is the session's state.
    private func settle(_ text: String, _ session: USSDSession, _ target: Target) async throws -> USSDReply {
        guard let state = await state(of: target) else { throw Self.unreadable }
        guard ussd.isRunning(session, on: target.line) else { throw Self.cancelled }
        return conclude(USSDReply(text: USSDText.reply(text), wantsAnswer: state == .userResponse), session, target)
    }

    private func conclude(_ reply: USSDReply, _ session: USSDSession, _ target: Target) -> USSDReply {
        update { $0.conclude(reply, session, on: target.line, networkWaits: waitsForAnswer(target.modem)) }
        return reply
    }

    /// nil: it cannot be read.
    private func state(of target: Target) async -> USSDState? {
        (try? await property("State", of: target, Name.ussd))?.uint32.map(USSDState.init)
    }

    private static let isBusy = TelephonyError(
        .wrongState, "a code is being run on this line; wait until it is over, or cancel it")

    private static let cancelled = TelephonyError(
        .wrongState, "the code was cancelled before the network answered; run it again")

    private static let unreadable = TelephonyError(
        .modemFailed, "the modem does not tell whether the code is over; run it again if you have to")
}

/// Exchanges that failed: the session may be open all the same.
extension ModemManagerBackend {
    /// What the network said after all, or the error to throw; a session of ours that is still open is ended.
    private func recover(
        _ session: USSDSession, _ target: Target, after member: String, from error: any Error
    ) async throws -> USSDReply {
        guard ussd.isRunning(session, on: target.line) else {
            throw book.owner == target.owner ? Self.cancelled : ErrorMapping.telephonyError(error, readiness: nil)
        }
        if member == "Initiate", error.keptSessionAway {
            forget(session, target)
        } else if error.isNoReply || error is CancellationError {
            abandon(session, target, because: error)
        } else {
            let state = await state(of: target)
            guard ussd.isRunning(session, on: target.line) else { throw Self.cancelled }
            switch state {
            case .idle where error.isAnswerWithoutText, .userResponse where error.isAnswerWithoutText:
                return conclude(USSDReply(text: "", wantsAnswer: state == .userResponse), session, target)
            case .idle: forget(session, target)
            default: abandon(session, target, because: error)
            }
        }
        let readiness = book.lines.first { $0.key == target.line }?.readiness
        throw ErrorMapping.telephonyError(error, of: .ussd, readiness: readiness, triesLeft: nil)
    }

    /// Ends a session that may still be open, as a job that outlives the caller.
    private func abandon(_ session: USSDSession, _ target: Target, because error: any Error) {
        ussd.end(session, on: target.line)
        submit { backend in
            // What it says went to whoever ran the code; a session that stays is the next one's to end.
            try? await backend.cancel(session, target)
            await backend.doubt(error, target.owner)
        }
    }
}

extension Error {
    /// Whether ModemManager could not do that in the state in which it is: among others, there is a session.
    fileprivate var isWrongState: Bool {
        (self as? DBusError)?.name == "org.freedesktop.ModemManager1.Error.Core.WrongState"
    }

    /// Whether ModemManager did not begin a session, because another program has one or the caller may not.
    fileprivate var keptSessionAway: Bool {
        let prefix = "org.freedesktop.ModemManager1.Error.Core."
        return ["WrongState", "InProgress", "Unauthorized"].map { prefix + $0 }.contains((self as? DBusError)?.name)
    }

    /// Whether the network did say something, in which ModemManager 1.20 found no text: it was empty, or in an alphabet
    /// that cannot be read. The command that the modem refused has the same name.
    fileprivate var isAnswerWithoutText: Bool {
        guard let error = self as? DBusError else { return false }
        return error.name == "org.freedesktop.ModemManager1.Error.Core.Failed"
            && !error.message.contains("Sending USSD command failed") && !error.message.contains("Unhandled USSD reply")
    }
}
