// SPDX-License-Identifier: Apache-2.0
import DBus
package import Telephony

extension ModemManagerBackend {
    package func initiateUSSD(_ code: String, on line: LineKey) async throws -> USSDReply {
        try USSDText.check(code: code)
        let target = try target(line)
        guard ussdSessions[line] == nil else {
            throw TelephonyError(
                .wrongState, "A code is being run on this line: wait until it is over, or cancel it.")
        }
        lastUSSDSession += 1
        return try await say(code, by: "Initiate", USSDSession(id: lastUSSDSession), target)
    }

    package func respondToUSSD(_ answer: String, on line: LineKey) async throws -> USSDReply {
        try USSDText.check(answer: answer)
        let target = try target(line)
        guard let session = ussdSessions[line], session.phase == .wantsAnswer else {
            throw TelephonyError(.wrongState, "The network does not ask anything now: run the code again.")
        }
        return try await say(answer, by: "Respond", USSDSession(id: session.id), target)
    }

    package func cancelUSSD(on line: LineKey) async throws {
        guard let session = ussdSessions[line], let target = try? target(line) else { return }
        ussdSessions[line]?.phase = .ending
        defer { forget(session, target) }
        try await ask(.ussd, target) { try await $0.tell(target.modem, Name.ussd, "Cancel", target.owner) }
    }

    /// - Parameter answer: what the session ended with.
    private func forget(_ session: USSDSession, _ target: Target, after answer: String? = nil) {
        guard ussdSessions[target.line]?.id == session.id else { return }
        ussdSessions[target.line] = nil
        releaseMessages(of: target.modem, except: answer)
    }

    /// Whether it is still the line's session and nobody ends it.
    private func isRunning(_ session: USSDSession, on line: LineKey) -> Bool { ussdSessions[line] == session }

    /// Says something to the network and returns what it says; when that takes too long, nothing is left open.
    private func say(
        _ text: String, by member: String, _ session: USSDSession, _ target: Target
    ) async throws -> USSDReply {
        ussdSessions[target.line] = session
        do {
            let reply = try await bus.call(
                method(target.modem, Name.ussd, member, target.owner), text, deadline: deadlines.ussd,
                autoStart: false, returning: String.self)
            return try await settle(reply, session, target)
        } catch {
            throw give(up: session, target, because: error)
        }
    }

    /// ModemManager answers with the text alone; whether the network waits is the session's state.
    private func settle(_ text: String, _ session: USSDSession, _ target: Target) async throws -> USSDReply {
        let state = try await property("State", of: target, Name.ussd)
        guard isRunning(session, on: target.line) else { throw Self.cancelled }
        let reply = USSDReply(text: USSDText.reply(text), wantsAnswer: state.uint32 == USSDSession.userResponse)
        if reply.wantsAnswer {
            ussdSessions[target.line]?.wait(toHear: reply.text)
            releaseMessages(of: target.modem, except: reply.text)
        } else {
            forget(session, target, after: reply.text)
        }
        return reply
    }

    private static let cancelled = TelephonyError(
        .wrongState, "The code was cancelled before the network answered: run it again.")

    /// What to throw; a session that may still be open is ended by somebody who outlives the caller.
    private func give(up session: USSDSession, _ target: Target, because error: any Error) -> TelephonyError {
        guard isRunning(session, on: target.line) else {
            return book.owner == target.owner ? Self.cancelled : ErrorMapping.telephonyError(error, readiness: nil)
        }
        if error.isNoReply || error is CancellationError {
            ussdSessions[target.line]?.phase = .ending
            submit { await $0.abandon(session, target, because: error) }
        } else {
            forget(session, target)
        }
        let readiness = book.lines.first { $0.key == target.line }?.readiness
        return ErrorMapping.telephonyError(error, of: .ussd, readiness: readiness, triesLeft: nil)
    }

    private func abandon(_ session: USSDSession, _ target: Target, because error: any Error) async {
        try? await tell(target.modem, Name.ussd, "Cancel", target.owner)
        forget(session, target)
        await doubt(error, target.owner)
    }
}
