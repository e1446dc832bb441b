// SPDX-License-Identifier: Apache-2.0
// Lists the missed conversations of the last day, then marks them as read.
import Foundation
import LiveCommunicationKit

let history = ConversationHistoryManager.sharedInstance
let missed = ConversationHistoryManager.RecentConversation.Status.missed
let yesterday = Date(timeIntervalSinceNow: -86_400)
do {
    let conversations = try await history.recentConversations(
        matching: #Predicate { $0.status == missed && $0.date > yesterday && !$0.isRead })
    for conversation in conversations {
        print(conversation.date, conversation.handles.first?.value ?? "hidden caller")
    }
    try await history.markConversationsAsRead(conversations)
} catch let error as ConversationError {
    print(error.errorDescription ?? "", error.recoverySuggestion ?? "")
}
