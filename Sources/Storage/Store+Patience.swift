// SPDX-License-Identifier: Apache-2.0
import Telephony

extension Store {
    /// How long somebody waits for a disk on which nothing gets done.
    package static let patienceForDisk = Duration.seconds(3)
    /// How long a page may take, however much there is to look at; shorter than callers wait.
    package static let longestRead = Duration.seconds(20)

    /// Runs a step on a thread in its turn.
    nonisolated func step<Owner: Actor>(
        of owner: Owner, on thread: StoreThread, _ body: @escaping @Sendable (isolated Owner) -> Void
    ) {
        thread.post { owner.assumeIsolated(body) }
    }

    /// Begins something and waits for it, but no longer than the limits above.
    nonisolated func patiently<Value>(
        _ begin: @Sendable (Pending<Value>) -> Void
    ) async throws(TelephonyError) -> Value {
        if Task.isCancelled { throw .unwanted }
        guard notes.beginRead() else { throw .tooManyReads }
        let read = Pending<Value>(notes)
        begin(read)
        let answer = await withTaskGroup { group in
            group.addTask { [self] in await losePatience(with: read) }
            defer { group.cancelAll() }
            return await read.answer
        }
        return try answer.get()
    }

    /// Ends the wait for a read when nothing gets done, or when it takes too long.
    private nonisolated func losePatience<Value>(with read: Pending<Value>) async {
        let end = timekeeper.uptime + Self.longestRead
        var done = workDone
        while true {
            let next = min(timekeeper.uptime + Self.patienceForDisk, end)
            guard (try? await timekeeper.sleep(until: next)) != nil else { return }
            if next == end { return _ = read.give(.failure(.tooMuchToRead)) }
            if workDone == done { return _ = read.give(.failure(.hangs(path))) }
            done = workDone
        }
    }

    private nonisolated var workDone: Int { thread.workDone &+ reader.thread.workDone }
}
