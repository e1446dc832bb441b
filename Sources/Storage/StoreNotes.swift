// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Telephony

/// What the writing and the reading thread have to know of each other, without waiting for each other.
final class StoreNotes: Sendable {
    private struct State {
        var readTrouble: TelephonyError?
        /// Damage does not heal: it counts until the file is another one.
        var isDamaged = false
        var hasWaitingRows = false
    }

    private let state = Mutex(State())
    private let over = Atomic<Bool>(false)
    private let reads = Atomic<Int>(0)

    /// Whether the store closes: what is being read ends at once.
    var isOver: Bool { over.load(ordering: .relaxed) }

    func end() { over.store(true, ordering: .relaxed) }

    /// Counts a read; false when there are too many.
    func beginRead() -> Bool {
        if reads.add(1, ordering: .relaxed).newValue <= HistoryReader.maximumReads { return true }
        endRead()
        return false
    }

    /// Nothing of a read is left, whoever waited for it.
    func endRead() { reads.subtract(1, ordering: .relaxed) }

    /// Whether nobody waits for what the current task reads.
    var isUnwanted: Bool { isOver || Task.isCancelled }

    /// Whether rows wait that could not be written.
    var hasWaitingRows: Bool {
        get { state.withLock(\.hasWaitingRows) }
        set { state.withLock { $0.hasWaitingRows = newValue } }
    }

    /// Why something could last not be read; nil once reading works again.
    var readTrouble: TelephonyError? { state.withLock(\.readTrouble) }

    func readFailed(_ error: TelephonyError, isDamage: Bool) {
        state.withLock { state in
            guard isDamage || !state.isDamaged else { return }
            state.readTrouble = error
            state.isDamaged = isDamage
        }
    }

    func readSucceeded() { state.withLock { if !$0.isDamaged { $0.readTrouble = nil } } }

    /// There is another file at the path.
    func forgetReadTrouble() {
        state.withLock { state in
            state.readTrouble = nil
            state.isDamaged = false
        }
    }
}
