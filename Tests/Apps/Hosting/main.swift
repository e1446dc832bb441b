// SPDX-License-Identifier: Apache-2.0
// A VoIP app as it is written for Apple's module. Not built: scripts/check-unavailable compiles it and takes what it says.
import Foundation
import LiveCommunicationKit

final class Calls: ConversationManagerDelegate {
    let manager: ConversationManager

    init() {
        let configuration = ConversationManager.Configuration(
            ringtoneName: nil, iconTemplateImageData: nil, maximumConversationGroups: 1,
            maximumConversationsPerConversationGroup: 1, includesConversationInRecents: true, supportsVideo: false,
            supportedHandleTypes: [.phoneNumber])
        manager = ConversationManager(configuration: configuration)
        manager.delegate = self
    }

    func ring(_ uuid: UUID, from handle: Handle) async throws {
        let update = Conversation.Update(members: [handle], capabilities: [.pausing, .playingTones])
        try await manager.reportNewIncomingConversation(uuid: uuid, update: update)
    }

    func end(_ conversation: Conversation) async throws {
        manager.reportConversationEvent(.conversationEnded(.now, .remoteEnded), for: conversation)
        try await manager.perform([EndConversationAction(conversationUUID: conversation.uuid)])
    }

    func conversationManager(_ manager: ConversationManager, conversationChanged conversation: Conversation) {}
    func conversationManagerDidBegin(_ manager: ConversationManager) {}
    func conversationManagerDidReset(_ manager: ConversationManager) {}
    func conversationManager(_ manager: ConversationManager, perform action: ConversationAction) {
        switch action {
        case let start as StartConversationAction: start.fulfill(dateStarted: .now)
        case let join as JoinConversationAction: join.fulfill(dateConnected: .now)
        case let mute as MuteConversationAction where mute.isMuted: mute.fail()
        case let tone as PlayToneAction: print(tone.digits, tone.tone == .softPause)
        default: action.fulfill()
        }
    }
    func conversationManager(_ manager: ConversationManager, timedOutPerforming action: ConversationAction) {}
    func conversationManager(_ manager: ConversationManager, didActivate audioSession: AVAudioSession) {}
    func conversationManager(_ manager: ConversationManager, didDeactivate audioSession: AVAudioSession) {}
}
