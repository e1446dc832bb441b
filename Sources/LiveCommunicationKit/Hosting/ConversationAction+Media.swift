// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Play tones.
@available(*, unavailable, message: "comes with VoIP hosting, which is not there yet (docs/compatibility.md)")
public final class PlayToneAction: ConversationAction {
    /// How tones are played.
    public enum Tone: Int, Sendable {
        /// As they are.
        case single
        /// After a pause.
        case softPause
        /// When the person says so.
        case hardPause
    }

    /// What to play.
    public let digits: String
    /// How.
    public let tone: PlayToneAction.Tone

    /// Makes an action.
    public init(conversationUUID: UUID, digits: String, tone: PlayToneAction.Tone) {
        self.digits = digits
        self.tone = tone
        super.init(conversationUUID: conversationUUID)
    }
}

/// Translate what is said, or stop that.
@available(*, unavailable, message: "comes with VoIP hosting, which is not there yet (docs/compatibility.md)")
public final class SetTranslatingAction: ConversationAction {
    /// Who translates.
    public enum TranslationEngine {
        /// The system.
        case `default`
        /// The app.
        case custom
    }

    /// Whether to translate.
    public let isTranslating: Bool
    /// What the person speaks.
    public let localLanguage: Locale.Language
    /// What the others speak.
    public let remoteLanguage: Locale.Language

    /// Makes an action.
    public init(
        conversationID: UUID, isTranslating: Bool, localLanguage: Locale.Language, remoteLanguage: Locale.Language
    ) {
        self.isTranslating = isTranslating
        self.localLanguage = localLanguage
        self.remoteLanguage = remoteLanguage
        super.init(conversationUUID: conversationID)
    }

    /// Says that it is done, and by whom.
    public func fulfill(using translationEngine: SetTranslatingAction.TranslationEngine) {}
}
