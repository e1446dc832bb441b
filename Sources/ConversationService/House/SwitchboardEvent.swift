// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

/// What the service tells whoever shows it to the outside.
package enum SwitchboardEvent: Hashable, Sendable {
    case conversation(ConversationSnapshot)
    case services([CellularService])
    case history
    case roles([Role: RoleGrant])
    case message(NetworkMessage)
    /// A session of a code that waited for an answer is over; for whoever had it.
    case codeEnded(UUID)
    /// For the screens that may show prompts alone.
    case prompt(Switchboard.PromptEvent)
}
