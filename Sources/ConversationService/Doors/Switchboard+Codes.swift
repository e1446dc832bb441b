// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

// What `org.dialtone.Codes1` asks for.
extension Switchboard {
    /// Runs a network code and returns what the network, the SIM or the device says to it.
    ///
    /// The default dialer's press is the person's; any other app waits for the person's consent first. Never a voice
    /// call, and never in the history. A caller that stops waiting ends the session.
    /// - Parameters:
    ///   - text: the code as it was entered, such as `*100#`; it may hold a PIN, and no error shows it.
    ///   - service: the cellular service to run it on, or an error.
    /// - Throws: `TelephonyError`; `wrongState` when another code is being run on the line.
    package func runCode(_ text: String, service: UUID? = nil, by caller: Caller) async throws -> CodeResult {
        let code = try NetworkCode(parsing: text)
        return try await audited("code", AuditRing.target(of: code), by: caller.auditName) { reason in
            try await codes.run(code, service: service, by: caller, &reason)
        }
    }

    /// Answers what the network asked in a session and returns what it says to that. Throws `TelephonyError`.
    package func answerCode(_ session: UUID, _ answer: String, by caller: Caller) async throws -> CodeResult {
        try await codes.answer(session, answer, by: caller)
    }

    /// Ends a session. Throws `TelephonyError`: `wrongState` when it is over.
    package func cancelCode(_ session: UUID, by caller: Caller) throws {
        _ = try codes.own(session, of: caller)
        codes.end(session)
    }

    /// Nobody is there any more to answer.
    package func abandonCode(_ session: UUID) { codes.end(session) }

    /// How many codes are being run or asked about.
    package var codesInProgress: Int { codes.count }

    /// The sessions that wait for an answer.
    package var codesWaitingForAnswer: Set<UUID> { codes.waitingForAnswer }

    /// Whether a session is the network's, and nobody has taken it up.
    package func isOpenToAll(_ session: UUID) -> Bool { codes.isOpenToAll(session) }

    /// Makes a session that the network opened the caller's, as if it had run a code; the first to come has it.
    ///
    /// - Parameter answer: what is about to be said; one that cannot be sent takes nothing.
    /// - Throws: `TelephonyError`: `wrongState` for any other session and any other caller, `invalidArgument`.
    package func claimCode(_ session: UUID, toSay answer: String? = nil, by caller: Caller) throws {
        try codes.claim(session, toSay: answer, by: caller)
    }

    /// What a session is to everybody who does not have it, so that nobody learns that there is one.
    package static let sessionIsOver = TelephonyError(
        .wrongState, "this session is over or not yours; run the code again")
}
