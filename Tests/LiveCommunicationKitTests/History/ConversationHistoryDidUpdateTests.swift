// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization
import Testing

@testable import LiveCommunicationKit

/// One after the other: all observers are in the process's one center.
@Suite("The message that the history has changed", .serialized)
struct ConversationHistoryDidUpdateTests {
    @Test("reaches observers of the manager once per change", .timeLimit(.minutes(1)))
    func message() async throws {
        let connection = ScriptedConnection()
        let manager = ConversationHistoryManager(session: TelephonySession(connection: connection))
        let (messages, continuation) = AsyncStream.makeStream(of: Void.self)
        let token = NotificationCenter.default.addObserver(of: manager, for: .conversationHistoryDidUpdateMessage) {
            _ in
            continuation.yield()
        }
        var received = messages.makeAsyncIterator()
        for _ in 0..<3 {
            connection.report(.historyChanged)
            await received.next()
        }
        NotificationCenter.default.removeObserver(token)
        continuation.finish()
        #expect(await received.next() == nil)
        withExtendedLifetime(manager) {}
    }

    @Test("reaches observers of the notification", .timeLimit(.minutes(1)))
    func notification() async throws {
        let connection = ScriptedConnection()
        let manager = ConversationHistoryManager(session: TelephonySession(connection: connection))
        let (notifications, continuation) = AsyncStream.makeStream(of: Bool.self)
        let token = NotificationCenter.default.addObserver(
            forName: ConversationHistoryManager.ConversationHistoryDidUpdate.name, object: manager, queue: nil
        ) { notification in
            continuation.yield(ConversationHistoryManager.ConversationHistoryDidUpdate.makeMessage(notification) != nil)
        }
        var received = notifications.makeAsyncIterator()
        connection.report(.historyChanged)
        #expect(await received.next() == true)
        NotificationCenter.default.removeObserver(token)
        withExtendedLifetime(manager) {}
    }

    @Test("reaches observers of the class, as the article registers them", .timeLimit(.minutes(1)))
    func classObserver() async throws {
        let connection = ScriptedConnection()
        let manager = ConversationHistoryManager(session: TelephonySession(connection: connection))
        let (messages, continuation) = AsyncStream.makeStream(of: Void.self)
        let token = NotificationCenter.default.addObserver(
            of: ConversationHistoryManager.self, for: .conversationHistoryDidUpdateMessage
        ) { _ in continuation.yield() }
        connection.report(.historyChanged)
        var received = messages.makeAsyncIterator()
        await received.next()
        NotificationCenter.default.removeObserver(token)
        withExtendedLifetime(manager) {}
    }

    @Test("goes to a notification and back")
    func conversion() {
        typealias Message = ConversationHistoryManager.ConversationHistoryDidUpdate
        #expect(Message.makeMessage(Message.makeNotification(Message())) != nil)
        #expect(Message.makeMessage(Notification(name: Notification.Name("another"))) == nil)
    }
}
