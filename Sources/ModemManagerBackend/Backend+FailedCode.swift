// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony

/// Exchanges that failed: the session may be open all the same.
extension ModemManagerBackend {
    /// Ends the session that kept ours away, for which nobody else may be there any more: an earlier Dialtone, or a program
    /// that has long ended. False when there is none, or the network just opened it.
    func endForeignSession(_ session: USSDSession, _ target: Target) async throws -> Bool {
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

    /// What the network said after all, or the error to throw; a session of ours that is still open is ended.
    func recover(
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
    var isWrongState: Bool {
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
