// SPDX-License-Identifier: Apache-2.0
import DBus

/// What the daemon tells.
package enum ClientEvent: Hashable, Sendable {
    case services([ServiceInfo])
    case conversation(ConversationInfo)
    /// Some history row was added or changed.
    case history
    /// Every role that is held, after a change.
    case roles([RoleInfo])
    /// The network said something by itself.
    case message(MessageInfo)
    /// A session of this connection that waited for an answer is over.
    case codeEnded(String)
    /// The daemon is there: now, or again after a restart; what was known of it may be old.
    case daemonAppeared
    case daemonGone
}

/// What a stream of events is about; the daemon's coming and going is told to all.
package enum ClientTopic: Hashable, Sendable, CaseIterable {
    case services, conversations, history, roles, messages
    /// The ends of this connection's sessions of codes.
    case codes

    /// What is subscribed to; nil where the daemon tells those concerned unasked.
    var interface: String? {
        switch self {
        case .services: ContractNames.telephony
        case .conversations: ContractNames.conversations
        case .history: ContractNames.history
        case .roles: ContractNames.roles
        case .messages: ContractNames.codes
        case .codes: nil
        }
    }
}

extension ConversationClient {
    /// A consumer of events.
    struct Observer {
        let topics: Set<ClientTopic>
        let continuation: AsyncStream<ClientEvent>.Continuation
    }

    /// How often a stream's subscription is tried again after the daemon came back.
    static let subscriptionAttempts = 3

    /// Events that wait for a slow consumer at most; then the oldest go.
    package static let eventBufferLimit = 1_024

    /// The events about some topics from now on, through restarts of the daemon, until the stream is let go.
    ///
    /// - Parameter startsDaemon: whether the daemon is started for it; without, events come once it runs.
    package func events(about topics: Set<ClientTopic>, startsDaemon: Bool) async throws -> AsyncStream<ClientEvent> {
        _ = try await translatingErrors { try connected() }
        let (stream, continuation) = AsyncStream.makeStream(
            of: ClientEvent.self, bufferingPolicy: .bufferingNewest(Self.eventBufferLimit))
        lastObserver += 1
        let id = lastObserver
        observers[id] = Observer(topics: topics, continuation: continuation)
        continuation.onTermination = { [weak self, loop] _ in
            loop.post { [weak self] in self?.assumeIsolated { $0.drop(id) } }
        }
        do {
            try await subscribe(to: topics, startsDaemon: startsDaemon)
        } catch let error as TelephonyError where error.code == .daemonUnavailable && !startsDaemon {
            // It subscribes when it comes.
        } catch {
            continuation.finish()
            throw error
        }
        return stream
    }

    private func drop(_ id: UInt64) { observers[id] = nil }

    func tell(_ event: ClientEvent, about topic: ClientTopic) {
        for observer in observers.values where observer.topics.contains(topic) { observer.continuation.yield(event) }
    }

    func daemonChanged(isThere: Bool) {
        guard isThere else {
            requests.endAnswered(
                because: TelephonyError(.daemonUnavailable, "dialtoned ended while it worked on this; try again"))
            for observer in observers.values { observer.continuation.yield(.daemonGone) }
            return
        }
        inBackground(.welcome) { [weak self] in await self?.welcome() }
    }

    private func welcome() async {
        // A daemon that has just started may be slow to answer; without this its news would be lost until the next one.
        for _ in 0..<Self.subscriptionAttempts {
            let topics = observers.values.reduce(into: Set<ClientTopic>()) { $0.formUnion($1.topics) }
            if (try? await subscribe(to: topics, startsDaemon: false)) != nil { break }
        }
        // Another daemon has come meanwhile, and is welcomed.
        guard !Task.isCancelled else { return }
        for observer in observers.values { observer.continuation.yield(.daemonAppeared) }
    }

    private func subscribe(to topics: Set<ClientTopic>, startsDaemon: Bool) async throws {
        for topic in ClientTopic.allCases where topics.contains(topic) {
            guard let interface = topic.interface else { continue }
            try await call(interface, "Subscribe", autoStart: startsDaemon)
        }
    }
}
