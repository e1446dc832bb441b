// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization

/// A thread on which the database is read or written, as an executor for the actor that does so.
///
/// It starts with the first job, sleeps on a condition variable while there is none, and ends after `retire()`.
/// A job that comes later still runs: on a new thread, which ends with it.
final class StoreThread: SerialExecutor, @unchecked Sendable {
    typealias Step = @Sendable () -> Void

    private enum Work {
        case job(UnownedJob)
        case step(Step)
    }

    // Unchecked: everything below is guarded by `mutex`.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var work: [Work] = []
    private var laterSteps: [Step] = []
    private var isRunning = false
    private var isRetired = false
    private let current = Atomic<UInt>(0)
    private let done = Atomic<Int>(0)

    init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// How much has been done: while it stands still, what is done now takes its time.
    var workDone: Int { done.load(ordering: .relaxed) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        add { work.append(.job(job)) }
    }

    /// Runs a step in its turn.
    func post(_ step: @escaping Step) { add { work.append(.step(step)) } }

    /// Runs a step when everything else that waits now has had its turn; of such steps one at a time, in order.
    func postLater(_ step: @escaping Step) { add { laterSteps.append(step) } }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    func checkIsolated() { precondition(isOnThread, "not on the store's thread") }

    func isIsolatingCurrentContext() -> Bool? { isOnThread }

    private var isOnThread: Bool { current.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Ends the thread once its jobs are done; does not wait for that.
    func retire() {
        pthread_mutex_lock(mutex)
        isRetired = true
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    private func add(_ change: () -> Void) {
        pthread_mutex_lock(mutex)
        change()
        let mustStart = !isRunning
        isRunning = true
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
        if mustStart { start() }
    }

    private func start() {
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(self).toOpaque()
        let result = pthread_create(&thread, nil, storeThreadMain, argument)
        // Without a thread no caller would ever be answered; there is nothing left to fall back to.
        precondition(result == 0, "no thread for the store: error \(result)")
        pthread_detach(thread)
    }

    fileprivate func run() {
        let executor = asUnownedSerialExecutor()
        while let batch = nextWork() {
            for work in batch {
                switch work {
                case .job(let job): unsafe job.runSynchronously(on: executor)
                case .step(let step): step()
                }
                done.add(1, ordering: .relaxed)
            }
        }
    }

    /// Waits for work: all that is there, and one later step; nil: the thread is to end.
    private func nextWork() -> [Work]? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while work.isEmpty && laterSteps.isEmpty && !isRetired { pthread_cond_wait(condition, mutex) }
        guard !work.isEmpty || !laterSteps.isEmpty else {
            isRunning = false
            return nil
        }
        // Within the lock: the thread that comes after this one sets it before it does anything.
        current.store(UInt(pthread_self()), ordering: .relaxed)
        defer { work.removeAll(keepingCapacity: true) }
        guard !laterSteps.isEmpty else { return work }
        return work + [.step(laterSteps.removeFirst())]
    }
}

private func storeThreadMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<StoreThread>.fromOpaque(argument).takeRetainedValue().run()
    return nil
}
