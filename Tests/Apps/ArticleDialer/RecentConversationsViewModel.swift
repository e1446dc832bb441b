// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
// The article's sample as it stands.

import Foundation
import LiveCommunicationKit

import Foundation
import LiveCommunicationKit

@Observable
class RecentConversationsViewModel {
    @MainActor var history: [ConversationHistoryManager.RecentConversation] = []
    let dataProvider = ConversationHistoryManager.sharedInstance
    var token: NotificationCenter.ObservationToken? = nil

    init() {
        fetchAndUpdateHistory()
        self.token = NotificationCenter.default.addObserver(of: ConversationHistoryManager.self, for: .conversationHistoryDidUpdateMessage) { _ in
            self.fetchAndUpdateHistory()
        }
    }

    private func fetchAndUpdateHistory() {
        Task {
            let predicate = #Predicate<ConversationHistoryManager.RecentConversation> { _ in true }
            do {
                let results = try await dataProvider.recentConversations(matching: predicate)
                await MainActor.run {
                    history = results
                }
            } catch {
                // Handle any errors.
                // ...
            }
        }
    }
}
