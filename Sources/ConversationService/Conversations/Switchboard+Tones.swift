// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

/// DTMF tones: those that a person sends now, and those that were dialed after the number.
extension Switchboard {
    /// What a `,` in the post-dial part means.
    package static let pause = ToneQueue.pause
    /// Between two tones.
    package static let toneGap = Duration.milliseconds(300)

    /// Sends DTMF tones one after the other; returns when the modem took the last. Throws `TelephonyError`.
    ///
    /// Those of several callers never mix. On hold they wait; with the caller's task the rest of theirs is cancelled.
    ///
    /// - Parameter owner: whose going ends them too (`abandonTones`).
    package func playTones(_ tones: String, in id: UUID, by caller: Caller, for owner: String = "") async throws {
        let conversation = try visible(id, to: caller)
        guard tones.utf8.count <= DialString.maximumLength, tones.allSatisfy({ "0123456789*#ABCD".contains($0) }) else {
            throw TelephonyError(.invalidArgument, "tones are 0-9, *, # and A-D, \(DialString.maximumLength) at most")
        }
        try requireConnected(conversation)
        guard !tones.isEmpty else { return }
        let play = ToneQueue.Play(id: UUID(), owner: owner, tones: Substring(tones))
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
                begin(play, in: id, done)
                if Task.isCancelled { leave(play.id, in: id) }
            }
        } onCancel: {
            spawn { [self] in await leaveFromJob(play.id, in: id) }
        }
    }

    /// Nobody is there any more to hear of these tones.
    package func abandonTones(of owner: String) {
        for id in registry.all.map(\.id) {
            for play in registry.change(id, { $0.tones.removePlays(of: owner) }) ?? [] {
                finishPlay(play, .failure(CancellationError()))
            }
        }
    }

    private func begin(_ play: ToneQueue.Play, in id: UUID, _ done: CheckedContinuation<Void, any Error>) {
        listeners[play.id] = done
        // It may have ended or been held since it was looked at.
        guard let isAdded = registry.change(id, { $0.machine.isLive && $0.tones.add(play) }), isAdded else {
            return finishPlay(play.id, .failure(TelephonyError(.tooMany, "too many tones wait; try again later")))
        }
        followTones(of: id)
    }

    /// The person goes on with the tones that wait for them behind a `;`. Throws `TelephonyError`.
    package func continueTones(in id: UUID, by caller: Caller) throws {
        let conversation = try visible(id, to: caller)
        guard conversation.tones.wait != nil else {
            throw TelephonyError(.wrongState, "no tones wait in this conversation; send some instead")
        }
        try requireConnected(conversation)
        _ = registry.change(id) { $0.tones.goOn() }
        publishTones(of: id)
        followTones(of: id)
    }

    /// Goes on with what is to be sent, when the conversation is connected and not on hold; called after each change.
    func followTones(of id: UUID) {
        guard let phase = registry[id]?.machine.phase else { return }
        switch phase {
        case .ended: endPlays(of: id)
        case .held: _ = registry.change(id) { $0.tones.hold() }
        case .active:
            guard let player = registry.change(id, { $0.tones.startPlayer() }) ?? nil else { return }
            if !spawn({ [self] in await play(player, of: id) }) { endPlays(of: id, because: Self.hasEnded) }
        default: break
        }
    }

    /// Nobody hears of their tones any more: the service ends.
    func endAllPlays() { for play in listeners.keys { finishPlay(play, .failure(Self.hasEnded)) } }

    private func endPlays(of id: UUID, because error: TelephonyError = conversationHasEnded) {
        for play in registry.change(id, { $0.tones.removePlays() }) ?? [] { finishPlay(play, .failure(error)) }
    }

    private func finishPlay(_ play: UUID, _ result: Result<Void, any Error>) {
        listeners.removeValue(forKey: play)?.resume(with: result)
    }

    private func leaveFromJob(_ play: UUID, in id: UUID) { leave(play, in: id) }

    private func leave(_ play: UUID, in id: UUID) {
        _ = registry.change(id) { $0.tones.remove(play) }
        finishPlay(play, .failure(CancellationError()))
    }

    private func requireConnected(_ conversation: LiveConversation) throws(TelephonyError) {
        guard conversation.machine.phase == .active else {
            throw TelephonyError(.wrongState, "tones need a conversation that is connected and not on hold")
        }
    }

    private func publishTones(of id: UUID) {
        if let conversation = registry[id] { publish(.conversation(conversation.snapshot)) }
    }

    private static let conversationHasEnded = TelephonyError(
        .wrongState, "the conversation ended before all tones were sent")
}

// MARK: - The one player of a leg

extension Switchboard {
    private func play(_ player: UInt64, of id: UUID) async {
        while let step = nextTone(player, of: id) {
            do {
                switch step {
                case .sleep(let instant): try await parts.time.sleep(until: instant)
                case .send(let tone, let play):
                    await send(tone, of: play, in: id)
                    try await parts.time.sleep(until: parts.time.uptime + Self.toneGap)
                case .stop: return
                }
            } catch {
                return
            }
        }
    }

    /// What the player does next; nil when it is to stop.
    private func nextTone(_ player: UInt64, of id: UUID) -> ToneQueue.Step? {
        guard let conversation = registry[id], conversation.tones.isPlayed(by: player) else { return nil }
        let now = parts.time.uptime
        let step = registry.change(id) { conversation in
            guard conversation.machine.phase == .active else { return ToneQueue.Step.stop }
            return conversation.tones.next(at: now)
        }
        if step == .stop { _ = registry.change(id) { $0.tones.stopPlayer() } }
        if registry[id]?.tones.wait != conversation.tones.wait { publishTones(of: id) }
        return step
    }

    private func send(_ tone: Character, of play: UUID?, in id: UUID) async {
        guard let conversation = registry[id], let (backend, call) = leg(of: conversation) else { return }
        do {
            try await backend.sendTone(tone, on: call)
            wasSent(of: play, in: id)
        } catch {
            logLine(id, "\(backend.name): a tone was not sent: \(error)")
            wasNotSent(tone, of: play, in: id, error)
        }
    }

    private func wasSent(of play: UUID?, in id: UUID) {
        guard let play, registry.change(id, { $0.tones.wasSent(of: play) }) ?? false else { return }
        finishPlay(play, .success(()))
    }

    private func wasNotSent(_ tone: Character, of play: UUID?, in id: UUID, _ error: any Error) {
        guard let play else {
            guard registry[id]?.machine.isLive ?? false else { return }
            _ = registry.change(id) { $0.tones.putBack(tone, isHeld: $0.machine.phase != .active) }
            return publishTones(of: id)
        }
        _ = registry.change(id) { $0.tones.remove(play) }
        finishPlay(play, .failure(error))
    }
}
