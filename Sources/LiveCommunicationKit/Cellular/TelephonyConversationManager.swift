// SPDX-License-Identifier: Apache-2.0

/// Starts cellular conversations, for apps with the entitlement `com.apple.developer.dialing-app`.
public final class TelephonyConversationManager: Sendable {
    /// The only instance.
    public static let sharedInstance = TelephonyConversationManager(session: .shared)

    private let session: TelephonySession

    init(session: TelephonySession) {
        self.session = session
    }

    /// What can dial now; empty without the entitlement.
    ///
    /// The first read waits for the system's answer, one second at most (ours); later ones return what is known at
    /// once. May be read on any thread. Where it is empty because of an error (no daemon, no manifest, no entitlement) a
    /// line on standard error says so, once a process (ours).
    public var cellularServices: [CellularService] { session.cellularServices }

    /// Starts a conversation and returns when the modem, or the default calling app, took it (ours).
    ///
    /// An app that is not the default dialer has its person asked first. What happens later (busy, no answer) is not
    /// an error of this method.
    ///
    /// - Throws: `ConversationError`; then nothing was dialed. `CancellationError` when the task is cancelled.
    public func startCellularConversation(_ action: StartCellularConversationAction) async throws {
        try await ConversationError.translating {
            try await session.connection.start(StartRequest(action))
        }
    }
}
