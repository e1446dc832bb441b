// SPDX-License-Identifier: Apache-2.0
import ModemSimulator
import Telephony

/// Who waits for what the network says to a code.
struct CodeWaiter {
    /// Tells it from one that waits later.
    let id: Int
    let continuation: CheckedContinuation<USSDReply, any Error>
}

extension SimulatedBackend {
    /// Says something to the network and waits for its word; at the deadline, or when nobody waits, the session is ended.
    func say(_ text: String, on modem: String) async throws -> USSDReply {
        try checkFault("+CUSD")
        lastCodeWaiter += 1
        let id = lastCodeWaiter
        async let _: Void = expire(id, of: modem)
        return try await withCheckedThrowingContinuation { continuation in
            codeWaiters[modem] = CodeWaiter(id: id, continuation: continuation)
            do {
                report(try obey(.code(text, modem: modem)))
            } catch {
                settleCode(of: modem, .failure(error))
            }
        }
    }

    /// What the network says in a session: where nobody waits for that, it is the session's end.
    func takeReply(_ reply: CodeReply, of modem: String) {
        guard codeWaiters[modem] == nil else { return settleCode(of: modem, reply.result) }
        reporter.yield(.sessionEnded(key(of: modem)))
        takeMessage(reply, to: modem)
    }

    /// What the network says by itself.
    func takeMessage(_ reply: CodeReply, to modem: String) {
        guard !reply.text.isEmpty else { return }
        let said = USSDReply(text: USSDText.reply(reply.text), wantsAnswer: reply.outcome == .wantsAnswer)
        reporter.yield(.said(said, key(of: modem)))
    }

    private func key(of modem: String) -> LineKey { LineKey(backend: name, reference: modem) }

    func settleCode(of modem: String, _ result: Result<USSDReply, any Error>) {
        codeWaiters.removeValue(forKey: modem)?.continuation.resume(with: result)
    }

    private func expire(_ id: Int, of modem: String) async {
        let isOver = (try? await timekeeper.sleep(until: timekeeper.uptime + codeDeadline)) != nil
        guard codeWaiters[modem]?.id == id else { return }
        _ = try? obey(.cancelCode(modem: modem))
        settleCode(
            of: modem,
            .failure(
                isOver
                    ? TelephonyError(.modemTimedOut, "the network did not answer in time; try again")
                    : CancellationError()))
    }
}

extension CodeReply {
    /// As the port has it.
    var result: Result<USSDReply, any Error> {
        switch outcome {
        case .done, .wantsAnswer:
            .success(USSDReply(text: USSDText.reply(text), wantsAnswer: outcome == .wantsAnswer))
        case .terminated:
            .failure(TelephonyError(.callRefused, "the network ended the session; try again"))
        case .notSupported:
            .failure(
                TelephonyError(.callRefused, "the network does not know this code; check it, or ask the operator"))
        case .timedOut: .failure(TelephonyError(.modemTimedOut, "the network did not answer in time; try again"))
        }
    }
}
