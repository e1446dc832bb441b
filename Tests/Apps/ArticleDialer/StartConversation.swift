// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
// The article's sample as it stands, with the two imports added.
import Foundation
import LiveCommunicationKit

// ...

let manager = TelephonyConversationManager.sharedInstance
let cellularServices = manager.cellularServices

// Code to choose a cellular service.
// ...

// Start a cellular network conversation.
func startCellularConversation(_ phoneNumber: String, using cellularService: CellularService? = nil) async throws {
    let handle = Handle(type: .phoneNumber, value: phoneNumber)
    do {
        let action = StartCellularConversationAction(handle, cellularService: cellularService)
        try await manager.startCellularConversation(action)
    } catch {
        print("error dialing \(error)")
        // ...
        // Additional error handling.

        throw error
    }
}
