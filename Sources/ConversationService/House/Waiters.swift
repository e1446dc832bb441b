// SPDX-License-Identifier: Apache-2.0
import Telephony

/// Those who wait for something, by key; each is told once.
struct Waiters<Key: Hashable & Sendable, Value: Sendable> {
    private var waiting: [Key: CheckedContinuation<Value, any Error>] = [:]

    var isEmpty: Bool { waiting.isEmpty }
    var count: Int { waiting.count }
    var keys: [Key] { Array(waiting.keys) }

    func contains(_ key: Key) -> Bool { waiting[key] != nil }

    mutating func add(_ key: Key, _ waiter: CheckedContinuation<Value, any Error>) { waiting[key] = waiter }

    /// False when nobody waits under this key.
    @discardableResult
    mutating func resume(_ key: Key, with result: Result<Value, any Error>) -> Bool {
        guard let waiter = waiting.removeValue(forKey: key) else { return false }
        waiter.resume(with: result)
        return true
    }

    mutating func resumeAll(with result: Result<Value, any Error>) {
        let all = waiting.values
        waiting = [:]
        for waiter in all { waiter.resume(with: result) }
    }
}
