// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// A room: who waits for something to become of the lines or the conversations.
final class Changes {
    let commons: Commons
    private var watchers: [UUID: AsyncStream<Void>.Continuation] = [:]

    init(_ commons: Commons) { self.commons = commons }

    /// A line or a conversation has changed.
    func tell() { for watcher in watchers.values { watcher.yield() } }

    /// The changes from now on, for `forget`.
    func watch() -> (id: UUID, changes: AsyncStream<Void>, stop: @Sendable () -> Void) {
        let (changes, watcher) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let id = UUID()
        watchers[id] = watcher
        return (id, changes, { watcher.finish() })
    }

    func forget(_ watcher: UUID) { watchers[watcher] = nil }

    /// The service ends.
    func end() { for watcher in watchers.values { watcher.finish() } }
}
