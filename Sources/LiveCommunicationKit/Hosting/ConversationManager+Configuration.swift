// SPDX-License-Identifier: Apache-2.0
public import Foundation

@available(*, unavailable, message: "comes with VoIP hosting, which is not there yet (docs/compatibility.md)")
extension ConversationManager {
    /// What an app can do.
    public struct Configuration {
        /// The name of the sound that rings.
        public var ringtoneName: String?
        /// The picture that stands for the app.
        public var iconTemplateImageData: Data?
        /// How many groups of conversations it can have.
        public var maximumConversationGroups: Int
        /// How many conversations a group can have.
        public var maximumConversationsPerConversationGroup: Int
        /// Whether they are in the history.
        public var includesConversationInRecents: Bool
        /// Whether they can have video.
        public var supportsVideo: Bool
        /// What can be called.
        public var supportedHandleTypes: Set<Handle.Kind>
        /// Whether what is said can be translated.
        public var supportsAudioTranslation: Bool

        /// Makes a configuration without translation.
        public init(
            ringtoneName: String?, iconTemplateImageData: Data?, maximumConversationGroups: Int,
            maximumConversationsPerConversationGroup: Int, includesConversationInRecents: Bool, supportsVideo: Bool,
            supportedHandleTypes: Set<Handle.Kind>
        ) {
            self.init(
                ringtoneName: ringtoneName, iconTemplateImageData: iconTemplateImageData,
                maximumConversationGroups: maximumConversationGroups,
                maximumConversationsPerConversationGroup: maximumConversationsPerConversationGroup,
                includesConversationInRecents: includesConversationInRecents, supportsVideo: supportsVideo,
                supportedHandleTypes: supportedHandleTypes, supportsAudioTranslation: false)
        }

        /// Makes a configuration.
        public init(
            ringtoneName: String?, iconTemplateImageData: Data?, maximumConversationGroups: Int,
            maximumConversationsPerConversationGroup: Int, includesConversationInRecents: Bool, supportsVideo: Bool,
            supportedHandleTypes: Set<Handle.Kind>, supportsAudioTranslation: Bool
        ) {
            self.ringtoneName = ringtoneName
            self.iconTemplateImageData = iconTemplateImageData
            self.maximumConversationGroups = maximumConversationGroups
            self.maximumConversationsPerConversationGroup = maximumConversationsPerConversationGroup
            self.includesConversationInRecents = includesConversationInRecents
            self.supportsVideo = supportsVideo
            self.supportedHandleTypes = supportedHandleTypes
            self.supportsAudioTranslation = supportsAudioTranslation
        }
    }
}
