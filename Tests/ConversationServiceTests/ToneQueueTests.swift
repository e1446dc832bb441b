// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Testing

@testable import ConversationService

@Suite("The tones of one leg")
struct ToneQueueTests {
    /// What is sent, as the queue says, with `_` for a pause.
    private func played(_ queue: inout ToneQueue) -> String {
        var text = ""
        var now = Duration.zero
        while true {
            switch queue.next(at: now) {
            case .send(let tone, let play):
                text.append(tone)
                if let play { _ = queue.wasSent(of: play) }
            case .sleep(let instant):
                text.append("_")
                now = instant
            case .stop: return text
            }
        }
    }

    private func play(_ tones: Substring) -> ToneQueue.Play { ToneQueue.Play(id: UUID(), tones: tones) }

    @Test func `come one play after the other, before what was dialed after the number`() {
        var queue = ToneQueue(postDial: ",1,,2")
        for tones: Substring in ["77", "99"] { _ = queue.add(play(tones)) }
        #expect([played(&queue), played(&queue)] == ["7799_1__2", ""])
    }

    @Test func `wait for the person behind a semicolon that something follows`() {
        var queue = ToneQueue(postDial: "1;2;")
        let first = played(&queue)
        #expect(first == "1" && queue.waitingTones == "2;")
        let (goesOn, second) = (queue.goOn(), played(&queue))
        #expect(goesOn && second == "2" && queue.waitingTones == "")
        let goesOnAgain = queue.goOn()
        #expect(!goesOnAgain)
    }

    @Test func `are kept when one cannot be sent, and go on after a hold by themselves`() {
        var queue = ToneQueue(postDial: "12")
        let step = queue.next(at: .zero)
        #expect(step == .send("1", of: nil))
        queue.putBack("1", isHeld: false)
        let stop = queue.next(at: .zero)
        #expect(queue.waitingTones == "12" && stop == .stop)
        queue.hold()
        #expect(queue.waitingTones == "")
        #expect(played(&queue) == "12")
    }

    @Test func `have one player, which a play in a pause replaces`() {
        var queue = ToneQueue(postDial: ",1")
        let first = queue.startPlayer()
        let another = queue.startPlayer()
        #expect(first != nil && another == nil)
        let step = queue.next(at: .zero)
        let inPause = queue.startPlayer()
        #expect(step == .sleep(until: ToneQueue.pause) && inPause == nil)
        _ = queue.add(play("5"))
        let second = queue.startPlayer()
        #expect(second != nil && !queue.isPlayed(by: first ?? 0) && queue.isPlayed(by: second ?? 0))
        // The pause is as long as it was.
        #expect(played(&queue) == "5_1")
    }

    @Test func `are bounded`() {
        var queue = ToneQueue()
        let added = (0...ToneQueue.maximumPlays).map { _ in queue.add(play("1")) }
        #expect(added.count { $0 } == ToneQueue.maximumPlays && added.last == false)
        let removed = queue.removePlays()
        let player = queue.startPlayer()
        #expect(removed.count == ToneQueue.maximumPlays && player == nil)
    }
}
