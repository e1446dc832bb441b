// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// The DTMF tones that one leg has still to send, in order: those that somebody sends now come before those that were
/// dialed after the number, and never between the digits of one another's.
struct ToneQueue: Hashable, Sendable {
    /// Tones that somebody sends now and waits for.
    struct Play: Hashable, Sendable {
        let id: UUID
        /// Who sends them, as the endpoint names connections; "" for nobody in particular.
        var owner = ""
        var tones: Substring
    }

    /// What the player does next.
    enum Step: Hashable, Sendable {
        /// nil: it was dialed after the number.
        case send(Character, of: UUID?)
        case sleep(until: Duration)
        case stop
    }

    /// Why tones that were dialed after the number are not sent.
    enum Wait: Hashable, Sendable {
        /// A `;` wants the person's word.
        case person
        /// One could not be sent; the person may try again, and the end of a hold does.
        case failure
    }

    /// What a `,` means.
    static let pause = Duration.seconds(2)
    /// Plays that wait at most.
    static let maximumPlays = 16

    private(set) var plays: [Play] = []
    /// What is still to be sent of what was dialed after the number.
    private(set) var postDial: String
    private(set) var wait: Wait?
    private var pausesUntil = Duration.zero
    /// The player that counts; one that was replaced while it slept finds that out when it wakes.
    private var player: UInt64 = 0
    private var isPlaying = false
    private var isPausing = false

    init(postDial: String = "") { self.postDial = postDial }

    /// Tones that wait for the person; "" for none.
    var waitingTones: String { wait == nil ? "" : postDial }

    private var isEmpty: Bool { plays.isEmpty && (postDial.isEmpty || wait != nil) }

    /// Adds tones that somebody sends now; false when too many wait.
    mutating func add(_ play: Play) -> Bool {
        guard plays.count < Self.maximumPlays else { return false }
        plays.append(play)
        return true
    }

    /// Whoever sent them went away.
    mutating func remove(_ play: UUID) { plays.removeAll { $0.id == play } }

    /// Takes plays out, when their owner has gone, or all of them, when the conversation has ended.
    mutating func removePlays(of owner: String? = nil) -> [UUID] {
        defer { plays.removeAll { $0.owner == owner || owner == nil } }
        return plays.filter { $0.owner == owner || owner == nil }.map(\.id)
    }

    /// A new player, if one is needed: none plays, or the one there is sleeps through a pause that need not be kept.
    mutating func startPlayer() -> UInt64? {
        guard !isEmpty, !isPlaying || (isPausing && !plays.isEmpty) else { return nil }
        player += 1
        (isPlaying, isPausing) = (true, false)
        return player
    }

    func isPlayed(by player: UInt64) -> Bool { isPlaying && self.player == player }

    mutating func stopPlayer() { isPlaying = false }

    /// Takes out what comes next; `wait` is set when that is the person's word.
    mutating func next(at now: Duration) -> Step {
        isPausing = false
        if let play = plays.first, let tone = play.tones.first {
            plays[0].tones.removeFirst()
            return .send(tone, of: play.id)
        }
        guard wait == nil, let tone = postDial.first else { return .stop }
        if pausesUntil > now { return sleep() }
        postDial.removeFirst()
        switch tone {
        case ",":
            pausesUntil = now + Self.pause
            return sleep()
        case ";":
            wait = postDial.isEmpty ? nil : .person
            return .stop
        default: return .send(tone, of: nil)
        }
    }

    private mutating func sleep() -> Step {
        isPausing = true
        return .sleep(until: pausesUntil)
    }

    /// Whether a play is over now that the modem took its tone.
    mutating func wasSent(of play: UUID) -> Bool {
        guard plays.first?.id == play, plays.first?.tones.isEmpty ?? false else { return false }
        plays.removeFirst()
        return true
    }

    /// A tone that was dialed after the number could not be sent: it is kept, with the rest.
    mutating func putBack(_ tone: Character, isHeld: Bool) {
        postDial = String(tone) + postDial
        if !isHeld { wait = .failure }
    }

    /// The person goes on with what waits for them; false when nothing does.
    mutating func goOn() -> Bool {
        guard wait != nil else { return false }
        wait = nil
        return true
    }

    /// On hold nothing is sent; what failed because of it goes on by itself afterwards.
    mutating func hold() { if wait == .failure { wait = nil } }
}
