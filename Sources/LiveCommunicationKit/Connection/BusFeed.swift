// SPDX-License-Identifier: Apache-2.0
internal import ConversationClient
internal import ConversationContract
internal import DBus
internal import Telephony

/// Turns what the daemon tells into reports, on the connection's own thread and never on the cooperative pool, whose
/// threads may all be waiting for the first report.
actor BusFeed {
    nonisolated var unownedExecutor: UnownedSerialExecutor { client.loop.asUnownedSerialExecutor() }

    private let client: ConversationClient
    private var report: @Sendable (TelephonyReport) -> Void = { _ in }
    private var followed: Set<ClientTopic> = []
    /// Whether the history may have changed unheard: the daemon was not there.
    private var hasMissedHistory = false

    init(_ client: ConversationClient) {
        self.client = client
    }

    /// Begins to report; returns at once.
    nonisolated func begin(_ report: @escaping @Sendable (TelephonyReport) -> Void) {
        client.loop.post {
            self.assumeIsolated { feed in
                feed.report = report
                feed.follow()
            }
        }
    }

    /// Follows what is not followed yet: at the start, and again when the daemon would not let us before.
    func follow() {
        for topic in [ClientTopic.services, .history] where followed.insert(topic).inserted {
            // Unstructured, as the streams last as long as the process.
            Task { await self.follow(topic) }
        }
    }

    private func follow(_ topic: ClientTopic) async {
        defer { followed.remove(topic) }
        do {
            let events = try await client.events(about: [topic], startsDaemon: false)
            if topic == .services { await reportServices() }
            for await event in events { await handle(event, about: topic) }
        } catch {
            if topic == .services { report(.servicesUnavailable(Self.reason(error))) }
        }
    }

    private static func reason(_ error: any Error) -> TelephonyError {
        error as? TelephonyError ?? TelephonyError(.serviceUnavailable, "\(error)")
    }

    private func handle(_ event: ClientEvent, about topic: ClientTopic) async {
        switch (event, topic) {
        case (.services(let services), .services):
            report(.services(services.compactMap(Telephony.CellularService.init)))
        case (.daemonAppeared, .services): await reportServices()
        case (.daemonGone, .services):
            report(.servicesUnavailable(TelephonyError(.daemonUnavailable, "dialtoned has ended")))
        case (.history, .history): report(.historyChanged)
        case (.daemonAppeared, .history): catchUpWithHistory()
        case (.daemonGone, .history): hasMissedHistory = true
        default: break
        }
    }

    /// Asks for the services, which also starts the daemon where the bus can.
    private func reportServices() async {
        do {
            report(.services(try await client.services().compactMap(Telephony.CellularService.init)))
        } catch {
            hasMissedHistory = hasMissedHistory || (error as? TelephonyError)?.code == .daemonUnavailable
            report(.servicesUnavailable(Self.reason(error)))
        }
    }

    private func catchUpWithHistory() {
        guard hasMissedHistory else { return }
        hasMissedHistory = false
        report(.historyChanged)
    }
}
