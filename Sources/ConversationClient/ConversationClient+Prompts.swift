// SPDX-License-Identifier: Apache-2.0
import DBus

/// What a screen that shows prompts is told.
package enum PromptEvent: Hashable, Sendable {
    case show(PromptInfo)
    /// The prompt is answered, or nobody waits for it any more.
    case dismiss(String)
    /// The daemon has gone, and its prompts with it.
    case daemonGone
    /// The daemon is back and shows its prompts here again.
    case daemonBack
    /// The daemon is back and does not let this screen show its prompts; nothing comes any more.
    case refused(TelephonyError)
}

extension ConversationClient {
    /// Events that wait for a slow screen at most; then the oldest go. The daemon shows far fewer prompts at once.
    package static let promptBufferLimit = 256

    /// Shows the daemon's prompts from now on, through its restarts: the stream has what is to be shown, until it is let go.
    ///
    /// - Parameter kind: graphical or terminal.
    package func promptEvents(as kind: String) async throws -> AsyncStream<PromptEvent> {
        let bus = try await translatingErrors { try connected() }
        let (stream, continuation) = AsyncStream.makeStream(
            of: PromptEvent.self, bufferingPolicy: .bufferingNewest(Self.promptBufferLimit))
        let match = SignalMatch(
            sender: isPeer ? nil : ContractNames.bus, interface: ContractNames.prompts, isAddressed: true)
        let subscription = try await translatingErrors {
            try await bus.onSignal(match) { _, signal in
                switch signal.member {
                case "Show": if let prompt = try? signal.read(as: PromptInfo.self) { continuation.yield(.show(prompt)) }
                case "Dismiss": if let id = try? signal.read(as: String.self) { continuation.yield(.dismiss(id)) }
                default: break
                }
            }
        }
        try await call(ContractNames.prompts, "Register", kind, Self.noOptions)
        let daemon = try await events(about: [], startsDaemon: false)
        let watch = BackgroundWork.prompts(lastObserver)
        // Keeps the client for as long as the stream: who has nothing but the stream is shown prompts.
        inBackground(watch) { [self] in
            for await event in daemon { await follow(event, as: kind, continuation) }
            continuation.finish()
        }
        continuation.onTermination = { [weak self, loop] _ in
            subscription.cancel()
            loop.post { [weak self] in self?.assumeIsolated { $0.endBackground(watch) } }
        }
        return stream
    }

    private func follow(
        _ event: ClientEvent, as kind: String, _ prompts: AsyncStream<PromptEvent>.Continuation
    ) async {
        switch event {
        case .daemonGone: prompts.yield(.daemonGone)
        case .daemonAppeared:
            do {
                try await call(ContractNames.prompts, "Register", kind, Self.noOptions, autoStart: false)
                prompts.yield(.daemonBack)
            } catch let error as TelephonyError where error.code == .daemonUnavailable {
                // It has gone again, and may come back again.
            } catch {
                let why = error as? TelephonyError ?? TelephonyError(.daemonUnavailable, "\(error)")
                prompts.yield(.refused(why))
                prompts.finish()
            }
        case .services, .conversation, .history, .roles, .message, .codeEnded: break
        }
    }

    /// Tells the daemon what the person pressed. Throws `wrongState` when it was too early or too late.
    ///
    /// - Parameter line: the one of the prompt's choices that they chose.
    package func answerPrompt(_ id: String, isAllowed: Bool, on line: String? = nil) async throws {
        try await call(ContractNames.prompts, "Answer", id, isAllowed, line ?? "", Self.noOptions)
    }
}
