// SPDX-License-Identifier: Apache-2.0

/// Does what the system asks an app for.
@available(*, unavailable, message: "comes with VoIP hosting, which is not there yet (docs/compatibility.md)")
public protocol ConversationManagerDelegate: AnyObject {
    /// Something about a conversation is different.
    func conversationManager(_ manager: ConversationManager, conversationChanged conversation: Conversation)
    /// The manager works.
    func conversationManagerDidBegin(_ manager: ConversationManager)
    /// All conversations are gone.
    func conversationManagerDidReset(_ manager: ConversationManager)
    /// The app is asked for something.
    func conversationManager(_ manager: ConversationManager, perform action: ConversationAction)
    /// The app took too long.
    func conversationManager(_ manager: ConversationManager, timedOutPerforming action: ConversationAction)
    /// The app has microphone and loudspeaker.
    func conversationManager(_ manager: ConversationManager, didActivate audioSession: AVAudioSession)
    /// The app has them no longer.
    func conversationManager(_ manager: ConversationManager, didDeactivate audioSession: AVAudioSession)
}

/// The app's microphone and loudspeaker; in AVFAudio on Apple's platforms.
@available(*, unavailable, message: "comes with VoIP hosting, which is not there yet (docs/compatibility.md)")
public final class AVAudioSession {
    init() {}
}
