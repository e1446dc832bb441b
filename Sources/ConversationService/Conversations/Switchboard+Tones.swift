// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

/// DTMF tones: those that a person sends now, and those that were dialed after the number.
extension Switchboard {
    /// What a `,` in the post-dial part means.
    package static let pause = Duration.seconds(2)
    /// Between two tones.
    static let toneGap = Duration.milliseconds(300)

    /// Sends DTMF tones one after the other; returns when the modem took the last. Throws `TelephonyError`.
    package func playTones(_ tones: String, in id: UUID, by caller: Caller) async throws {
        let conversation = try visible(id, to: caller)
        guard tones.utf8.count <= DialString.maximumLength, tones.allSatisfy({ "0123456789*#ABCD".contains($0) }) else {
            throw TelephonyError(.invalidArgument, "tones are 0-9, *, # and A-D, \(DialString.maximumLength) at most")
        }
        let (backend, call) = try connectedLeg(of: conversation)
        for tone in tones {
            try await backend.sendTone(tone, on: call)
            if tones.count > 1 { try await parts.time.sleep(until: parts.time.uptime + Self.toneGap) }
        }
    }

    /// The person goes on with the tones that wait for them behind a `;`. Throws `TelephonyError`.
    package func continueTones(in id: UUID, by caller: Caller) throws {
        var conversation = try visible(id, to: caller)
        guard conversation.awaitsPerson else {
            throw TelephonyError(.wrongState, "no tones wait in this conversation; send some instead")
        }
        _ = try connectedLeg(of: conversation)
        conversation.awaitsPerson = false
        registry.insert(conversation)
        publish(.conversation(conversation.snapshot))
        playPostDial(of: id)
    }

    /// Plays what was dialed after the number: tones and pauses up to a `;`, which waits for the person.
    func playPostDial(of id: UUID) {
        guard var conversation = registry[id], !conversation.postDial.isEmpty,
            let (backend, call) = leg(of: conversation)
        else { return }
        let tones = conversation.postDial.prefix { $0 != ";" }
        let rest = conversation.postDial.dropFirst(tones.count + 1)
        conversation.postDial = ""
        registry.insert(conversation)
        spawn { [self, time = parts.time] in
            do {
                for tone in tones {
                    if tone != "," { try await backend.sendTone(tone, on: call) }
                    try await time.sleep(until: time.uptime + (tone == "," ? Self.pause : Self.toneGap))
                }
                await awaitPerson(with: String(rest), in: id)
            } catch {
                log("\(backend.name): post-dial tones stopped: \(error)")
            }
        }
    }

    private func awaitPerson(with rest: String, in id: UUID) {
        guard !rest.isEmpty, var conversation = registry[id], conversation.machine.isLive else { return }
        conversation.postDial = rest
        conversation.awaitsPerson = true
        registry.insert(conversation)
        publish(.conversation(conversation.snapshot))
    }

    private func connectedLeg(of conversation: LiveConversation) throws(TelephonyError) -> (any Backend, CallID) {
        guard conversation.machine.phase == .active, let leg = leg(of: conversation) else {
            throw TelephonyError(.wrongState, "tones need a conversation that is connected and not on hold")
        }
        return leg
    }
}
