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
    /// Throws `TelephonyError` when the action has nothing to dial, or a text that no message can carry whole.
    init(_ action: StartCellularConversationAction) throws {
        guard let handle = action.handle else {
            throw TelephonyError(
                .unsupportedHandle, "the caller was hidden; call back a conversation that shows its number")
        }
        guard handle.value.isSendable else {
            throw TelephonyError(
                handle.type == .phoneNumber ? .numberInvalid : .unsupportedHandle,
                "the handle has a character that is none; give it without")
        }
        self.handle = handle.telephony
        if !handle.displayName.isSendable { self.handle.displayName = "" }
        service = action.cellularService?.id
        recent = action.recentConversation
    }
}

extension String {
    /// Whether D-Bus carries it: without NUL and Unicode's noncharacters.
    fileprivate var isSendable: Bool {
        unicodeScalars.allSatisfy { $0 != "\0" && !$0.properties.isNoncharacterCodePoint }
    }
}
