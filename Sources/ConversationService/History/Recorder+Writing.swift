// SPDX-License-Identifier: Apache-2.0
import Telephony

extension Recorder {
    /// Writes what waits, in one commit; nil when nothing does.
    func writeQueued() async -> Written? {
        guard let (rows, write) = begin() else { return nil }
        let jobs = commons.jobs
        let durability = await commons.time.race(until: commons.now + Switchboard.patienceForRow) {
            jobs.add { board in
                for id in board.recorder.losePatience(with: write) { board.conversations.leave(id) }
            }
        } _: {
            await store.record(rows)
        }
        return finish(durability)
    }

    /// Asks the history how it does.
    func lookForTrouble() async { noteTrouble(await store.trouble()) }
}
