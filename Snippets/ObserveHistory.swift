// SPDX-License-Identifier: Apache-2.0
// Prints a line whenever the conversation history changes.
import Foundation
import LiveCommunicationKit

let history = ConversationHistoryManager.sharedInstance
let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
let token = NotificationCenter.default.addObserver(of: history, for: .conversationHistoryDidUpdateMessage) { _ in
    continuation.yield()
}
for await _ in changes { print("The history has changed.") }
NotificationCenter.default.removeObserver(token)
