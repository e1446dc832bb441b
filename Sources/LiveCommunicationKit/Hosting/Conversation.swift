// SPDX-License-Identifier: Apache-2.0
public import Foundation

// The files of this folder are the half of Apple's module with which an app hosts its own conversations (VoIP). None of it
// works yet. It is declared and unavailable, so that code that is written for it gets one clear line where it uses it, and
// not a heap of names that are not in scope. Nothing can make any of these values or call any of these functions.
// A module's messages have to be literals, so each says the same.

/// A conversation that an app hosts.
@available(*, unavailable, message: "comes with VoIP hosting, which is not there yet (docs/compatibility.md)")
public final class Conversation: Sendable, CustomDebugStringConvertible, Observable {
    /// What tells it from all others.
    public let uuid = UUID()
    /// How far it is.
    public var state: Conversation.State { .idle }
    /// Who the person is in it.
    public var localMember: Handle? { nil }
    /// What it is, for a developer.
    public var debugDescription: String { "" }

    init() {}

    /// How far a conversation is.
    public enum State: Int, Codable, Sendable {
        /// Not begun.
        case idle
        /// Being connected.
        case joining
        /// Connected.
        case joined
        /// On hold.
        case paused
        /// Being ended.
        case leaving
        /// Ended.
        case left
    }

    /// Why a conversation ended.
    public enum EndedReason: Int, Codable, Sendable {
        /// It failed.
        case failed
        /// The other side ended it.
        case remoteEnded
        /// Nobody answered.
        case unanswered
        /// Another device of the person's took it.
        case joinedElsewhere
        /// Another device of the person's declined it.
        case declinedElsewhere
    }

    /// What the app reports.
    public enum Event: Codable, Hashable, Sendable {
        /// Something about it is different.
        case conversationUpdated(Conversation.Update)
        /// It began to connect.
        case conversationStartedConnecting(Date)
        /// It is connected.
        case conversationConnected(Date)
        /// It ended.
        case conversationEnded(Date, Conversation.EndedReason)
    }

    /// What is different about a conversation; nil for what is not.
    public struct Update: Codable, Hashable, Sendable {
        /// Who the person is in it.
        public var localMember: Handle?
        /// Everybody who was asked to it.
        public var members: Set<Handle>?
        /// The others who are in it.
        public var activeRemoteMembers: Set<Handle>?
        /// What can be done with it.
        public var capabilities: Conversation.Capabilities?

        /// Makes an update.
        public init(
            localMember: Handle? = nil, members: Set<Handle>? = nil, activeRemoteMembers: Set<Handle>? = nil,
            capabilities: Conversation.Capabilities? = nil
        ) {
            self.localMember = localMember
            self.members = members
            self.activeRemoteMembers = activeRemoteMembers
            self.capabilities = capabilities
        }
    }

    /// What can be done with a conversation.
    public struct Capabilities: OptionSet, Codable, Hashable, Sendable {
        /// It can be put on hold.
        public static let pausing = Conversation.Capabilities(rawValue: 1)
        /// It can be merged with others.
        public static let merging = Conversation.Capabilities(rawValue: 2)
        /// It can be taken out of a merged one.
        public static let unmerging = Conversation.Capabilities(rawValue: 4)
        /// It can have video.
        public static let video = Conversation.Capabilities(rawValue: 8)
        /// It can play tones.
        public static let playingTones = Conversation.Capabilities(rawValue: 16)
        /// The bits.
        public var rawValue: Int

        /// Makes a set out of its bits.
        public init(rawValue: Int) { self.rawValue = rawValue }
    }
}
