// SPDX-License-Identifier: Apache-2.0
internal import ConversationClient
internal import ConversationContract
internal import DBus
internal import Foundation
internal import Telephony

/// The connection to the daemon over the bus, on a thread of its own.
struct BusConnection: TelephonyConnection {
    private let client: ConversationClient
    private let feed: BusFeed

    init(_ address: BusAddress = .session, loop: EventLoop = EventLoop()) {
        client = ConversationClient(address, loop: loop)
        feed = BusFeed(client)
    }

    func open(_ report: @escaping @Sendable (TelephonyReport) -> Void) {
        client.loop.start()
        feed.begin(report)
    }

    func start(_ request: StartRequest) async throws {
        try await following {
            _ = try await client.startConversation(
                with: request.handle, service: request.service?.uuidString, recent: request.recent?.uuidString)
        }
    }

    func history(matching query: HistoryQuery) async throws -> HistoryPage {
        try await following {
            HistoryPage(try await client.history(matching: query.expression, limit: query.limit))
        }
    }

    func historyPage(after cursor: HistoryCursor) async throws -> HistoryPage {
        HistoryPage(try await client.nextHistoryPage(cursor.rawValue))
    }

    func closeHistory(_ cursor: HistoryCursor) async {
        // A snapshot that cannot be closed is gone, or ends by itself.
        try? await client.closeHistory(cursor.rawValue)
    }

    func markRead(_ ids: [UUID]) async throws {
        try await following { _ = try await client.markRead(ids.map(\.uuidString)) }
    }

    /// Runs a call; one that succeeds shows that following may be possible, where it was not before.
    private func following<Value>(_ call: () async throws -> Value) async throws -> Value {
        let value = try await call()
        await feed.follow()
        return value
    }
}
