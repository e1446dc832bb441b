// SPDX-License-Identifier: Apache-2.0

/// What the device should be doing for all conversations together.
///
/// It is a level and not a series of commands: computed anew after each change, so that one conversation that stops
/// ringing does not silence another, and a driver that died is told the whole again.
package struct DeviceWish: Hashable, Sendable {
    /// How it rings.
    package enum Ringing: Hashable, Sendable {
        case silent
        /// Beside a conversation that has the audio.
        case soft
        case loud
    }

    /// How it rings.
    package var ringing: Ringing
    /// Whether audio is routed for a conversation.
    package var hasAudio: Bool
    /// Whether the device may not suspend.
    package var staysAwake: Bool

    /// Nothing is up.
    package static let idle = DeviceWish([])

    /// What these conversations ask for together.
    package init(_ conversations: some Sequence<ConversationMachine>) {
        let live = conversations.filter(\.isLive)
        hasAudio = live.contains(where: \.usesAudio)
        staysAwake = !live.isEmpty
        let phases = live.map(\.phase)
        ringing =
            switch (phases.contains(.ringing), phases.contains(.waiting)) {
            case (true, _) where !hasAudio: .loud
            case (false, false): .silent
            default: .soft
            }
    }
}
