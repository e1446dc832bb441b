// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Telephony

/// What is asked of the system when a conversation is to start.
struct StartRequest: Hashable, Sendable {
    var handle: Telephony.Handle
    /// The service that must be used.
    var service: UUID?
    /// The history row that is being repeated.
    var recent: UUID?
}

extension StartRequest {
    /// Throws `TelephonyError` when the action has nothing to dial.
    init(_ action: StartCellularConversationAction) throws {
        guard let handle = action.handle else {
            throw TelephonyError(.unsupportedHandle, "The caller was hidden, so there is nothing to call back.")
        }
        self.handle = handle.telephony
        service = action.cellularService?.id
        recent = action.recentConversation
    }
}
