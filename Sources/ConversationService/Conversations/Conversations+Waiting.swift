// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

extension Conversations {
    /// Dials as a job of the service, so that a caller who goes away leaves no call half dialed.
    ///
    /// Returns when a modem took the call. Throws what kept it from that, and `wrongState` at once when the call is given
    /// up: a modem that is mute may keep hold of it for a while.
    func dial(_ id: UUID, _ dial: @escaping @Sendable (isolated Switchboard) async throws -> Void) async throws {
        try await withCheckedThrowingContinuation { waiter in
            guard wait(for: id, waiter) else { return }
            let isTaken = commons.jobs.add { board in
                let result = await outcome { try await dial(board) }
                board.conversations.settleDial(of: id, result.mapError { $0 is CancellationError ? Self.mayBeUp : $0 })
            }
            guard !isTaken else { return }
            apply(.dialFailed(.failed(TelephonyError.serviceHasEnded.message)), to: id)
            settleDial(of: id, .failure(TelephonyError.serviceHasEnded))
        }
    }

    private static let mayBeUp = TelephonyError(
        .serviceUnavailable, "dialtoned is ending, and the call may be up; look at the calls once it is back")

    /// Tells the leg to do something as a job; what came of it is an event.
    func tell(
        _ conversation: LiveConversation, success: ConversationEvent? = nil, failure: ConversationEvent,
        _ command: @escaping @Sendable (any Leg) async throws -> Void
    ) {
        let id = conversation.id
        // An emergency call that waits for a line has no leg to be told.
        guard let leg = conversation.leg else { return _ = success.map { apply($0, to: id) } }
        commons.jobs.add { board in
            do {
                try await command(leg)
                if let success { board.conversations.apply(success, to: id) }
            } catch {
                board.conversations.apply(failure, to: id)
                board.commons.logLine(id, "\(leg.name): \(error)")
            }
        }
    }

    /// Takes up a leg that we did not begin, once its row may have been read; one that rings is never kept waiting.
    func meet(_ call: Call, of backend: any Backend) async {
        if awaitsRow(of: call, on: backend.name) {
            await changes.wait(until: commons.now + Switchboard.patienceForOpenRows) { areOpenRowsKnown }
        }
        adopt(call, of: backend)
    }

    /// Returns once every backend has told which calls were up when the service started, or why it cannot, or the patience
    /// for that is over: whoever asks for the calls, and starts the service by that, is not told that there are none.
    func waitForFirstCalls() async {
        guard let until = firstCallsUntil else { return }
        await changes.wait(until: until) { areFirstCallsKnown }
        stopWaitingForCalls()
    }

    /// Closes the rows that a crash left open, now or as soon as they can be read.
    func closeOpenRows() async {
        do {
            expect(try await recorder.store.closeOpenRows(except: all.map(\.id)))
        } catch {
            recorder.noteUnread(error)
            commons.jobs.add { [time = commons.time] board in
                do { try await time.sleep(until: time.uptime + Switchboard.retryInterval) } catch { return }
                await board.conversations.closeOpenRows()
            }
        }
    }

    func keepBeating() async {
        while beats() {
            do { try await commons.time.sleep(until: commons.now + Switchboard.heartBeat) } catch { return }
            writeDurations()
        }
    }
}
