// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Telephony

/// A page that somebody waits for.
typealias PendingRead = Pending<HistoryPage>

/// Something of the disk that somebody waits for, who may give up before it is there.
final class Pending<Value: Sendable>: Sendable {
    typealias Answer = Result<Value, TelephonyError>

    private enum State {
        case asked
        case awaited(CheckedContinuation<Answer, Never>)
        case answered(Answer)
    }

    private let state = Mutex<State>(.asked)
    private let notes: StoreNotes

    /// - Parameter notes: where it was counted, until nothing of it waits for a thread any more.
    init(_ notes: StoreNotes) { self.notes = notes }

    deinit { notes.endRead() }

    /// Whether there is no answer yet, and nobody has given up.
    var isOpen: Bool { state.withLock { if case .answered = $0 { false } else { true } } }

    /// The answer; `unwanted` at once when the task is cancelled.
    var answer: Answer {
        get async {
            await withTaskCancellationHandler {
                await withCheckedContinuation { wait($0) }
            } onCancel: {
                give(.failure(.unwanted))
            }
        }
    }

    /// Answers, unless there is an answer already: false.
    @discardableResult
    func give(_ answer: Answer) -> Bool {
        let (isFirst, waiter) = state.withLock { state -> (Bool, CheckedContinuation<Answer, Never>?) in
            if case .answered = state { return (false, nil) }
            defer { state = .answered(answer) }
            if case .awaited(let waiter) = state { return (true, waiter) }
            return (true, nil)
        }
        waiter?.resume(returning: answer)
        return isFirst
    }

    private func wait(_ waiter: CheckedContinuation<Answer, Never>) {
        let answer: Answer? = state.withLock { state in
            if case .answered(let answer) = state { return answer }
            state = .awaited(waiter)
            return nil
        }
        if let answer { waiter.resume(returning: answer) }
    }
}
