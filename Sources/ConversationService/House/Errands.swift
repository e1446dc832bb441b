// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// A room: what waits for the disk, beside the calls and for a limited time. A disk that hangs holds nobody up for longer.
final class Errands {
    /// Something that is done once, for all who want it meanwhile.
    enum Shared: Hashable, Sendable {
        case lineSettings
        case historyTrouble
        case preparation
        case identifiers
    }

    let commons: Commons
    /// Errands that are under way for one who waits.
    private var count = 0
    private var shared: [Shared: [UUID: AsyncStream<Never>.Continuation]] = [:]

    init(_ commons: Commons) { self.commons = commons }

    /// Takes a place among the errands; false when too much waits for the disk already.
    func take() -> Bool {
        guard count < Switchboard.maximumErrands else { return false }
        count += 1
        return true
    }

    /// An errand is done, however long nobody has waited for it.
    func give() { count -= 1 }

    /// Begins something as a job unless it is being done; false when the service has ended.
    @discardableResult
    func begin(_ errand: Shared, _ job: @escaping Jobs.Job) -> Bool {
        guard shared[errand] == nil else { return true }
        let isTaken = commons.jobs.add { board in
            await job(board)
            // Nothing comes between: what is asked for from now on is done anew.
            board.errands.finish(errand)
        }
        if isTaken { shared[errand] = [:] }
        return isTaken
    }

    /// Whether it is being done.
    func isDoing(_ errand: Shared) -> Bool { shared[errand] != nil }

    /// Hears of the end of something that is being done.
    func join(_ errand: Shared, _ waiter: AsyncStream<Never>.Continuation) -> UUID {
        let id = UUID()
        shared[errand]?[id] = waiter
        return id
    }

    func leave(_ errand: Shared, _ waiter: UUID) { shared[errand]?[waiter] = nil }

    private func finish(_ errand: Shared) {
        for waiter in (shared.removeValue(forKey: errand) ?? [:]).values { waiter.finish() }
    }
}
