// SPDX-License-Identifier: Apache-2.0
// Starts a conversation with a number, on the first cellular service.
import LiveCommunicationKit

let manager = TelephonyConversationManager.sharedInstance
let handle = Handle(type: .phoneNumber, value: "+15550100")
let action = StartCellularConversationAction(handle, cellularService: manager.cellularServices.first)
do {
    try await manager.startCellularConversation(action)
} catch let error as ConversationError {
    print(error.errorDescription ?? "", error.recoverySuggestion ?? "")
}
