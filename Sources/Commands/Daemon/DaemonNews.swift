// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// The client's events, which end when the daemon goes.
struct DaemonNews: AsyncSequence {
    let events: AsyncStream<ClientEvent>

    func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
        var events: AsyncStream<ClientEvent>.Iterator
        /// Before it has appeared the daemon cannot go: it may only just be starting.
        private var hasAppeared = false

        init(events: AsyncStream<ClientEvent>.Iterator) { self.events = events }

        mutating func next(isolation actor: isolated (any Actor)?) async -> ClientEvent? {
            while let event = await events.next(isolation: actor) {
                guard event == .daemonGone else {
                    hasAppeared = true
                    return event
                }
                if hasAppeared { return nil }
            }
            return nil
        }
    }
}

extension Daemon {
    /// What happens from now on; ends when the daemon goes or the task is cancelled.
    func news(about topics: Set<ClientTopic>) async throws -> DaemonNews {
        DaemonNews(events: try await events(about: topics, startsDaemon: true))
    }
}
