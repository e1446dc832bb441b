// SPDX-License-Identifier: Apache-2.0
import CSystemd
import Glibc
import Synchronization

/// One thread, one poll(2), one serial executor: every actor that names it as its executor runs on its thread.
///
/// Several actors may share a loop; calls between them do not change threads. An idle loop does not wake up.
///
/// A task that has waited (for an answer, a stream) goes on at a thread of the pool, and only from there at its actor's
/// executor. One that prefers the loop, `Task(executorPreference: loop)`, comes straight back: programs whose actors are
/// on a loop start their tasks so.
package final class EventLoop: SerialExecutor, TaskExecutor {
    fileprivate struct State {
        var jobs: [UnownedJob] = []
        var posts: [@Sendable () -> Void] = []
        var sources: [any LoopSource] = []
        var isAwake = true
        var isStopping = false
    }

    /// Rounds of jobs in one turn: what a round adds runs in the next one. Descriptors, timers and posts wait for no more,
    /// however long a task goes on giving way.
    static let roundsPerTurn = 16

    private let state = Mutex(State())
    private let thread = Atomic<UInt>(0)
    private let turnCount = Atomic<Int>(0)
    private let wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    let sleepers: Sleepers

    /// Makes a loop that does not run yet; what is sent to it waits.
    package init() {
        precondition(wakeDescriptor >= 0, "no descriptor left for an event loop")
        sleepers = Sleepers()
    }

    deinit { close(wakeDescriptor) }

    /// Runs the loop on a thread of its own, until `stop()`.
    package func start() {
        var handle = pthread_t()
        let argument = Unmanaged.passRetained(self).toOpaque()
        let result = pthread_create(
            &handle, nil,
            { argument in
                if let argument { Unmanaged<EventLoop>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, argument)
        precondition(result == 0, "no thread left for an event loop")
        pthread_detach(handle)
    }

    /// Runs the loop on the calling thread, until `stop()`.
    package func run() {
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        var descriptors: [pollfd] = []
        while true {
            turnCount.add(1, ordering: .relaxed)
            runJobs()
            if state.withLock({ $0.isStopping && $0.jobs.isEmpty && $0.posts.isEmpty }) { return }
            wait(&descriptors)
        }
    }

    /// Ends `run()` once the work that is ready has run; callable on any thread.
    package func stop() {
        state.withLock { $0.isStopping = true }
        wake()
    }

    /// How often the loop has woken so far; does not grow while there is nothing to do.
    package var turns: Int { turnCount.load(ordering: .relaxed) }

    /// Runs a closure on the loop's thread in the loop's next turn; callable on any thread.
    package func post(_ body: @escaping @Sendable () -> Void) {
        if state.withLock({
            $0.posts.append(body); return $0.setAwake()
        }) {
            wake()
        }
    }

    /// Begins to wait for a source; callable on any thread.
    package func add(_ source: any LoopSource) {
        if state.withLock({
            $0.sources.append(source); return $0.setAwake()
        }) {
            wake()
        }
    }

    /// Ends to wait for a source; callable on any thread, but the source may be asked once more unless it is the loop's.
    package func remove(_ source: any LoopSource) {
        state.withLock { state in state.sources.removeAll { $0 === source } }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if state.withLock({
            $0.jobs.append(job); return $0.setAwake()
        }) {
            wake()
        }
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    package func checkIsolated() { precondition(isOnThread, "not on the loop's thread") }

    package func isIsolatingCurrentContext() -> Bool? { isOnThread }

    var isOnThread: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

    private func wake() {
        var one: UInt64 = 1
        _ = write(wakeDescriptor, &one, 8)
    }

    private func runJobs() {
        let executor = asUnownedSerialExecutor()
        // Both, so that the runtime knows that a task which prefers the loop is on it already, and calls between the
        // loop's actors do not go through the queue.
        let preference = asUnownedTaskExecutor()
        for _ in 0..<Self.roundsPerTurn {
            let jobs = state.withLock { state in
                defer { state.jobs.removeAll(keepingCapacity: true) }
                return state.jobs
            }
            if jobs.isEmpty { break }
            for job in jobs { job.runSynchronously(isolatedTo: executor, taskExecutor: preference) }
        }
        let posts = state.withLock { state in
            defer { state.posts.removeAll() }
            return state.posts
        }
        for post in posts { post() }
    }

    private func wait(_ descriptors: inout [pollfd]) {
        let sources = state.withLock { $0.sources }
        descriptors.removeAll(keepingCapacity: true)
        descriptors.append(pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0))
        descriptors.append(pollfd(fd: sleepers.descriptor, events: Int16(POLLIN), revents: 0))
        var deadline = UInt64.max
        for source in sources {
            let interest = source.prepare()
            descriptors.append(pollfd(fd: interest.descriptor, events: interest.events, revents: 0))
            deadline = min(deadline, interest.deadline)
        }
        let mayWait = state.withLock { $0.fallAsleep() }
        let ready = poll(&descriptors, nfds_t(descriptors.count), mayWait ? Self.milliseconds(until: deadline) : 0)
        state.withLock { $0.isAwake = true }
        if ready > 0, descriptors[0].revents != 0 { drain(wakeDescriptor) }
        if ready > 0, descriptors[1].revents != 0 { sleepers.fire() }
        for (index, source) in sources.enumerated() {
            source.dispatch(events: ready > 0 ? descriptors[index + 2].revents : 0)
        }
    }

    private func drain(_ descriptor: Int32) {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }

    private static func milliseconds(until deadline: UInt64) -> Int32 {
        guard deadline != .max else { return -1 }
        let now = SystemClock.microseconds(CLOCK_MONOTONIC)
        return deadline <= now ? 0 : Int32(min((deadline - now + 999) / 1000, UInt64(Int32.max)))
    }
}

extension EventLoop.State {
    /// Whether the loop has to be woken.
    fileprivate mutating func setAwake() -> Bool {
        defer { isAwake = true }
        return !isAwake
    }

    /// Whether there is nothing to do but to wait.
    fileprivate mutating func fallAsleep() -> Bool {
        isAwake = !jobs.isEmpty || !posts.isEmpty || isStopping
        return !isAwake
    }
}
