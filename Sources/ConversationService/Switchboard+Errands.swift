// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// What waits for the disk, beside the calls and for a limited time: a disk that hangs holds nobody up for longer.
extension Switchboard {
    /// How long whoever asks for something on disk waits for a disk that does not answer.
    package static let patienceForDisk = Duration.seconds(1)
    /// Errands that wait for the disk at once; a further one is not begun.
    package static let maximumErrands = 32

    /// Something that is read once, for all who want it meanwhile.
    enum SharedErrand: Hashable, Sendable {
        case lineSettings
        case historyTrouble
        case preparation
        case identifiers
    }

    /// Does something as a job and returns what came of it; nil when that takes longer than a limit, or too much waits for
    /// the disk already. The job then goes on.
    func patiently<Value: Sendable>(
        _ limit: Duration, _ job: @escaping @Sendable () async -> Value
    ) async -> Value? {
        guard errands < Self.maximumErrands else { return nil }
        let (results, tell) = AsyncStream<Value>.makeStream()
        let isTaken = spawn { [self] in
            tell.yield(await job())
            tell.finish()
            await errandIsDone()
        }
        guard isTaken else { return nil }
        errands += 1
        return await withTaskGroup(of: Void.self) { group in
            group.addTask { [time = parts.time] in
                try? await time.sleep(until: time.uptime + limit)
                tell.finish()
            }
            defer { group.cancelAll() }
            return await results.first { _ in true }
        }
    }

    private func errandIsDone() { errands -= 1 }

    /// Does something as a job, once for all who want it at the same time, and waits for it, but not longer than a limit.
    func share(
        _ errand: SharedErrand, upTo limit: Duration, _ job: @escaping @Sendable (isolated Switchboard) async -> Void
    ) async {
        let (done, tellDone) = AsyncStream<Never>.makeStream()
        let waiter = UUID()
        guard begin(errand, job) else { return }
        sharedErrands[errand]?[waiter] = tellDone
        defer { sharedErrands[errand]?[waiter] = nil }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [time = parts.time] in
                try? await time.sleep(until: time.uptime + limit)
                tellDone.finish()
            }
            defer { group.cancelAll() }
            for await _ in done {}
        }
    }

    /// Begins something as a job unless it is being done; false when the service has ended.
    @discardableResult
    func begin(
        _ errand: SharedErrand, _ job: @escaping @Sendable (isolated Switchboard) async -> Void
    ) -> Bool {
        guard sharedErrands[errand] == nil else { return true }
        let isTaken = spawn { [self] in await perform(errand, job) }
        if isTaken { sharedErrands[errand] = [:] }
        return isTaken
    }

    /// Nothing comes between the end of the job and that it is known: what is asked for then is done anew.
    private func perform(
        _ errand: SharedErrand, _ job: @Sendable (isolated Switchboard) async -> Void
    ) async {
        await job(self)
        finish(errand)
    }

    /// Whether it is being done.
    func isDoing(_ errand: SharedErrand) -> Bool { sharedErrands[errand] != nil }

    private func finish(_ errand: SharedErrand) {
        let waiters = sharedErrands.removeValue(forKey: errand) ?? [:]
        for waiter in waiters.values { waiter.finish() }
    }
}
