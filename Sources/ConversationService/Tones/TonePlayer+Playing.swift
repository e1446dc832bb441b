// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

extension TonePlayer {
    /// Sends tones one after the other; returns when the modem took the last. With the caller's task the rest is cancelled.
    /// Throws `TelephonyError`, `CancellationError`.
    func send(_ play: ToneQueue.Play, in id: UUID) async throws {
        let jobs = commons.jobs
        try await waitCancellably {
            jobs.add { $0.tones.remove(play.id, from: id) }
        } _: {
            add(play, to: id, $0)
            if Task.isCancelled { remove(play.id, from: id) }
        }
    }

    /// Plays what a conversation has to send, until nothing is left or it may not go on.
    func play(_ player: UInt64, of id: UUID) async {
        while let (step, leg) = next(player, of: id) {
            do {
                switch step {
                case .sleep(let instant): try await commons.time.sleep(until: instant)
                case .send(let tone, let play):
                    await send(tone, of: play, in: id, leg)
                    try await commons.time.sleep(until: commons.now + Switchboard.toneGap)
                case .stop: return
                }
            } catch {
                return
            }
        }
    }

    private func send(_ tone: Character, of play: UUID?, in id: UUID, _ leg: any Leg) async {
        do {
            try await leg.sendTone(tone)
            wasSent(of: play, in: id)
        } catch {
            commons.logLine(id, "\(leg.name): a tone was not sent: \(error)")
            wasNotSent(tone, of: play, in: id, error)
        }
    }
}
