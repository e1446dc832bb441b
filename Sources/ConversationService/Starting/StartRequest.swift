// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

/// What an app asks for with a StartCellularConversationAction.
package struct StartRequest: Hashable, Sendable {
    /// Who is to be called.
    package var handle: Handle
    /// The cellular service the action names; taken or refused, never replaced.
    package var service: UUID?
    /// The history row being redialed; its line is a preference.
    package var recent: UUID?
    /// What of the wishes cannot be obeyed: the call is refused for it, unless it is an emergency call.
    package var objection: TelephonyError?

    package init(
        handle: Handle, service: UUID? = nil, recent: UUID? = nil, objection: TelephonyError? = nil
    ) {
        self.handle = handle
        self.service = service
        self.recent = recent
        self.objection = objection
    }
}
