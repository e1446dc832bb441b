// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The one thread on which the database is read and written, as an executor for `Store`.
///
/// It starts with the first job, sleeps on a condition variable while there is none, and ends after `retire()`.
/// A job that comes later still runs: on a new thread, which ends with it.
final class StoreThread: SerialExecutor, @unchecked Sendable {
    // Unchecked: everything below is guarded by `mutex`.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var jobs: [UnownedJob] = []
    private var isRunning = false
    private var isRetired = false

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

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pthread_mutex_lock(mutex)
        jobs.append(job)
        let mustStart = !isRunning
        isRunning = true
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
        if mustStart { start() }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    /// Ends the thread once its jobs are done; does not wait for that.
    func retire() {
        pthread_mutex_lock(mutex)
        isRetired = true
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
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
        while let batch = nextJobs() {
            for job in batch { unsafe job.runSynchronously(on: executor) }
        }
    }

    /// Waits for jobs; nil: the thread is to end.
    private func nextJobs() -> [UnownedJob]? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while jobs.isEmpty && !isRetired { pthread_cond_wait(condition, mutex) }
        guard !jobs.isEmpty else {
            isRunning = false
            return nil
        }
        defer { jobs.removeAll(keepingCapacity: true) }
        return jobs
    }
}

private func storeThreadMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<StoreThread>.fromOpaque(argument).takeRetainedValue().run()
    return nil
}
