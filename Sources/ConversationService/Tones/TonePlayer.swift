// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// A room: the DTMF tones that each conversation has still to send, and who waits for theirs.
final class TonePlayer {
    /// A conversation's tones, and where they go.
    private struct Deck {
        var queue: ToneQueue
        var phase: ConversationPhase
        var leg: (any Leg)?
    }

    let commons: Commons
    private var decks: [UUID: Deck] = [:]
    /// Who waits for tones to be sent, by play.
    private var listeners = Waiters<UUID, Void>()

    init(_ commons: Commons) { self.commons = commons }

    /// Tones that wait for the person; "" for none.
    func waitingTones(of id: UUID) -> String { decks[id]?.queue.waitingTones ?? "" }

    /// A conversation begins, with what was dialed after its number.
    func begin(_ id: UUID, postDial: String = "") {
        decks[id] = Deck(queue: ToneQueue(postDial: postDial), phase: .starting)
    }

    /// Goes on with what is to be sent, when the conversation is connected and not on hold; called after each change of one.
    func follow(_ id: UUID, _ phase: ConversationPhase, _ leg: (any Leg)?) {
        guard phase != .ended else { return end(id) }
        guard decks[id] != nil else { return }
        decks[id]?.phase = phase
        decks[id]?.leg = leg
        if phase == .held { decks[id]?.queue.hold() }
        start(id)
    }

    /// Adds tones that somebody sends now and waits for.
    func add(_ play: ToneQueue.Play, to id: UUID, _ listener: CheckedContinuation<Void, any Error>) {
        guard let isAdded = decks[id]?.queue.add(play) else {
            return listener.resume(throwing: Self.conversationHasEnded)
        }
        guard isAdded else {
            return listener.resume(throwing: TelephonyError(.tooMany, "too many tones wait; try again later"))
        }
        listeners.add(play.id, listener)
        start(id)
    }

    /// Whoever sent them does not wait any more.
    func remove(_ play: UUID, from id: UUID) {
        decks[id]?.queue.remove(play)
        listeners.resume(play, with: .failure(CancellationError()))
    }

    /// Nobody is there any more to hear of these tones.
    func abandon(_ owner: String) {
        for id in decks.keys {
            for play in decks[id]?.queue.removePlays(of: owner) ?? [] {
                listeners.resume(play, with: .failure(CancellationError()))
            }
        }
    }

    /// Whether tones wait that were dialed after the number.
    func isWaiting(_ id: UUID) -> Bool { decks[id]?.queue.wait != nil }

    /// The person goes on with the tones that wait for them.
    func goOn(_ id: UUID) {
        guard decks[id]?.queue.goOn() ?? false else { return }
        start(id)
    }

    /// The service ends: nobody hears of their tones any more.
    func end() { listeners.resumeAll(with: .failure(TelephonyError.serviceHasEnded)) }

    private func end(_ id: UUID, because error: TelephonyError = conversationHasEnded) {
        guard var deck = decks.removeValue(forKey: id) else { return }
        for play in deck.queue.removePlays() { listeners.resume(play, with: .failure(error)) }
    }

    private func start(_ id: UUID) {
        guard decks[id]?.phase == .active, let player = decks[id]?.queue.startPlayer() ?? nil else { return }
        let isTaken = commons.jobs.add { await $0.tones.play(player, of: id) }
        if !isTaken { end(id, because: .serviceHasEnded) }
    }

    // MARK: The one player of a conversation

    /// What the player does next, and where; nil when it is to stop.
    func next(_ player: UInt64, of id: UUID) -> (step: ToneQueue.Step, leg: any Leg)? {
        guard var deck = decks[id], deck.queue.isPlayed(by: player) else { return nil }
        guard deck.phase == .active, let leg = deck.leg else {
            decks[id]?.queue.stopPlayer()
            return nil
        }
        let waited = deck.queue.wait
        let step = deck.queue.next(at: commons.now)
        if step == .stop { deck.queue.stopPlayer() }
        decks[id] = deck
        if deck.queue.wait != waited { publish(id) }
        return (step, leg)
    }

    /// The modem took a tone.
    func wasSent(of play: UUID?, in id: UUID) {
        guard let play, decks[id]?.queue.wasSent(of: play) ?? false else { return }
        listeners.resume(play, with: .success(()))
    }

    /// The modem did not take a tone: of those that somebody sends the rest goes too, those that were dialed are kept.
    func wasNotSent(_ tone: Character, of play: UUID?, in id: UUID, _ error: any Error) {
        guard let play else {
            guard let phase = decks[id]?.phase else { return }
            decks[id]?.queue.putBack(tone, isHeld: phase != .active)
            return publish(id)
        }
        decks[id]?.queue.remove(play)
        listeners.resume(play, with: .failure(error))
    }

    /// What waits for the person is part of the conversation.
    private func publish(_ id: UUID) { commons.jobs.add { $0.conversations.publish(id) } }

    private static let conversationHasEnded = TelephonyError(
        .wrongState, "the conversation ended before all tones were sent")
}
