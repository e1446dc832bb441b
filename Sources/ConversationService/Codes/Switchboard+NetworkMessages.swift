// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

/// What the network says by itself, and the sessions that it opens.
extension Switchboard {
    /// Told to those with the right and kept nowhere, but for the session of a question.
    func receive(_ said: USSDReply, on line: LineKey) {
        let text = USSDText.reply(said.text)
        let session = said.wantsAnswer ? questionSession(on: line) : nil
        guard session != nil || !text.isEmpty else { return }
        publish(.message(NetworkMessage(text: text, service: lines.service(of: line), session: session)))
    }

    /// The network has ended the session that waits on a line.
    func sessionEnded(on line: LineKey) {
        for code in codes.values where code.line == line && code.machine.phase == .waitingForAnswer {
            apply(.failure, to: code.id)
        }
    }

    /// The session in which the network's question is answered; nil where nobody but the one in a session of theirs can.
    ///
    /// A code that is just being run does not keep a question away: the modem has one session, so it is refused there.
    private func questionSession(on line: LineKey) -> UUID? {
        guard let services = try? networkServices(of: line) else { return nil }
        guard lines.all.contains(where: { $0.key == line }) else {
            // Nobody can answer there, and its session would keep the modem from codes.
            spawn { try? await services.cancelUSSD(on: line) }
            return nil
        }
        let open = codes.values.first { $0.line == line && $0.machine.phase == .waitingForAnswer }
        guard open == nil || open?.owner == .network else { return nil }
        let live = open ?? LiveCode(id: UUID(), line: line, owner: .network)
        codes[live.id] = live
        apply(.request, to: live.id)
        return live.id
    }

    /// Whether a session is the network's, and nobody has taken it up.
    package func isOpenToAll(_ session: UUID) -> Bool { codes[session]?.owner == .network }

    /// Makes a session that the network opened the caller's, as if it had run a code; the first to come has it.
    ///
    /// - Parameter answer: what is about to be said; one that cannot be sent takes nothing.
    /// - Throws: `TelephonyError`: `wrongState` for any other session and any other caller, `invalidArgument`.
    package func claimCode(_ session: UUID, toSay answer: String? = nil, by caller: Caller) throws {
        guard let app = caller.app, (try? rights(of: caller).networkMessages()) != nil,
            codes[session]?.owner == .network
        else { throw Self.sessionIsOver }
        if let answer { try USSDText.check(answer: answer) }
        codes[session]?.owner = .app(app.bundleIdentifier)
        codes[session]?.isByRight = true
    }

    /// What a session is to everybody who does not have it, so that nobody learns that there is one.
    package static let sessionIsOver = TelephonyError(
        .wrongState, "this session is over or not yours; run the code again")
}
