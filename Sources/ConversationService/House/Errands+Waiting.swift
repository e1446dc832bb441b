// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

extension Errands {
    /// Does something as a job and returns what came of it; nil when that takes longer than `patienceForDisk`, or too much
    /// waits for the disk already. The job then goes on.
    func patiently<Value: Sendable>(
        _ job: @escaping @Sendable (isolated Switchboard) async -> Value
    ) async -> Value? {
        guard take() else { return nil }
        let (results, tell) = AsyncStream<Value>.makeStream()
        let isTaken = commons.jobs.add { board in
            tell.yield(await job(board))
            tell.finish()
            board.errands.give()
        }
        guard isTaken else {
            give()
            return nil
        }
        return await commons.time.race(until: commons.now + Switchboard.patienceForDisk, late: { tell.finish() }) {
            await results.first { _ in true }
        }
    }

    /// Does something as a job, once for all who want it at the same time, and waits for it, but not longer than a limit.
    func share(
        _ errand: Shared, upTo limit: Duration = Switchboard.patienceForDisk, _ job: @escaping Jobs.Job
    ) async {
        guard begin(errand, job) else { return }
        let (done, tellDone) = AsyncStream<Never>.makeStream()
        let waiter = join(errand, tellDone)
        defer { leave(errand, waiter) }
        await commons.time.race(until: commons.now + limit, late: { tellDone.finish() }) {
            for await _ in done {}
        }
    }
}
