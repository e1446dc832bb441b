// SPDX-License-Identifier: Apache-2.0
import DBus
import Synchronization
import Telephony

/// The thread on which manifests, programs and `/proc` are looked at: a disk that hangs holds up whoever is identified,
/// for a while, and nobody else.
final class CatalogThread: Sendable {
    /// How long somebody waits for it.
    static let patience = Duration.seconds(5)
    /// Looks that wait for it at most.
    static let maximumWaiting = 64

    private let loop = EventLoop()
    private let time: any Timekeeper
    private let waiting = Atomic<Int>(0)

    init(time: any Timekeeper) {
        self.time = time
        loop.start()
    }

    deinit { loop.stop() }

    func add(_ source: any LoopSource) { loop.add(source) }

    /// Runs something on the thread.
    ///
    /// Throws `timedOut` when that takes longer than the patience, `tooMany` when too many wait, `CancellationError`.
    func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async throws -> Value {
        guard waiting.add(1, ordering: .relaxed).newValue <= Self.maximumWaiting else {
            waiting.subtract(1, ordering: .relaxed)
            throw TelephonyError(.tooMany, "too many programs wait to be identified; try again")
        }
        let answer = LateAnswer<Value>()
        loop.post { [self] in
            // Who has given up meanwhile needs no look any more.
            if answer.isAwaited { answer.give(.success(body())) }
            waiting.subtract(1, ordering: .relaxed)
        }
        return try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await answer.value }
            group.addTask { [time] in
                try await time.sleep(until: time.uptime + Self.patience)
                throw TelephonyError(.timedOut, "the disk with the apps' manifests does not answer; try again")
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }
}
