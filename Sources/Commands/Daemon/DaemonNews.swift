// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// News out of the client's events; ends when the daemon goes.
struct DaemonNews: AsyncSequence {
    let events: AsyncStream<ClientEvent>

    func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
        var events: AsyncStream<ClientEvent>.Iterator
        /// Before it has appeared the daemon cannot go: it may only just be starting.
        private var hasAppeared = false

        init(events: AsyncStream<ClientEvent>.Iterator) { self.events = events }

        mutating func next(isolation actor: isolated (any Actor)?) async -> News? {
            while let event = await events.next(isolation: actor) {
                switch event {
                case .conversation(let info):
                    hasAppeared = true
                    if let conversation = ConversationOutput(info) { return .conversation(conversation) }
                case .message(let message):
                    hasAppeared = true
                    return .message(MessageOutput(message))
                case .daemonAppeared: hasAppeared = true
                case .daemonGone: if hasAppeared { return nil }
                case .services, .history, .roles, .codeEnded: break
                }
            }
            return nil
        }
    }
}
