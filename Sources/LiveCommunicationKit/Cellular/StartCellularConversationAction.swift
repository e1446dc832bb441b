// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A wish to start a cellular conversation, for `TelephonyConversationManager`.
public struct StartCellularConversationAction: Codable, Hashable, Sendable {
    /// Nil when the conversation to repeat has no handle, because its caller was hidden.
    let handle: Handle?
    let cellularService: CellularService?
    /// The conversation to repeat.
    let recentConversation: UUID?

    /// Repeats a conversation: calls its first handle (ours), on the service it used if that is there.
    public init(_ recentConversation: ConversationHistoryManager.RecentConversation) {
        handle = recentConversation.handles.first
        cellularService = nil
        self.recentConversation = recentConversation.id
    }

    /// Calls a handle.
    ///
    /// - Parameter cellularService: The service that must be used; nil leaves the choice to the system.
    public init(_ handle: Handle, cellularService: CellularService? = nil) {
        self.handle = handle
        self.cellularService = cellularService
        recentConversation = nil
    }
}
