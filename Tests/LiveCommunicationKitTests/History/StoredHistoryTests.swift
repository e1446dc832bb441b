// SPDX-License-Identifier: Apache-2.0
import Foundation
import Storage
import Telephony
import TestSupport
import Testing

@testable import LiveCommunicationKit

@Suite("The history in the real store")
struct StoredHistoryTests {
    /// In memory where there is such a place: thousands of rows, each synchronised to a disk, would take ten seconds.
    private static var scratch: URL {
        let shared = URL(filePath: "/dev/shm")
        let isThere = FileManager.default.isWritableFile(atPath: shared.path)
        return isThere ? shared : FileManager.default.temporaryDirectory
    }

    @Test("answers every predicate as memory does, newest first, and marks what it found as read")
    func predicates() async throws {
        let folder = Self.scratch.appending(path: "dialtone-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = Store(path: folder.appending(path: "history.sqlite").path, timekeeper: ManualTimekeeper())
        for row in PredicateTable.rows { #expect(await store.record(row) == .durable) }
        let manager = ConversationHistoryManager(session: TelephonySession(connection: StoreConnection(store: store)))

        let newestFirst = PredicateTable.rows.enumerated()
            .sorted { ($0.element.startedAt, $0.offset) > ($1.element.startedAt, $1.offset) }
            .map { Recent($0.element) }
        for item in PredicateTable.all {
            let found = try await manager.recentConversations(matching: item.predicate)
            #expect(try found == newestFirst.filter { try item.predicate.evaluate($0) }, "\(item)")
        }

        let unread = #Predicate<Recent> { !$0.isRead }
        try await manager.markConversationsAsRead(try await manager.recentConversations(matching: unread))
        #expect(try await manager.recentConversations(matching: unread).isEmpty)
        await store.close()
    }
}
