// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony

/// What ModemManager tells of a modem's session unasked: the network's own words (NetworkNotification, NetworkRequest),
/// and that a session is over (State).
extension ModemManagerBackend {
    /// Messages that are kept while an exchange of ours is on, the newest of them.
    static let maximumHeldMessages = 4

    /// - Parameter before: the session's state as it was known until now.
    func ussdChanged(_ modem: ObjectPath, _ properties: [String: Variant], from before: USSDState?) {
        if properties["State"]?.uint32 == USSDState.idle.rawValue { ussdBecameIdle(modem) }
        if let text = properties["NetworkNotification"]?.string, !text.isEmpty {
            hear(USSDReply(text: USSDText.reply(text), wantsAnswer: false), modem)
        }
        let waits = waitsForAnswer(modem)
        if let text = properties["NetworkRequest"]?.string, !text.isEmpty, waits {
            hear(USSDReply(text: USSDText.reply(text), wantsAnswer: true), modem)
        } else if properties["NetworkRequest"] != nil || waits && before == .idle && isFree(modem) {
            // A question that may be over already; or one with the words of the one before, which changes the state alone.
            submit { await $0.readQuestion(modem) }
        }
    }

    private func isFree(_ modem: ObjectPath) -> Bool { ussdSessions[book.lineKey(modem)] == nil }

    /// The network, or another program, ended the session while the person was to answer.
    private func ussdBecameIdle(_ modem: ObjectPath) {
        let line = book.lineKey(modem)
        guard let phase = ussdSessions[line]?.phase, phase == .wantsAnswer || phase == .left else { return }
        ussdSessions[line] = nil
        if phase == .wantsAnswer { announce(.sessionEnded(line)) }
    }

    private func readQuestion(_ modem: ObjectPath) async {
        guard let owner = book.owner, let now = await properties(of: modem, Name.ussd, owner), book.owner == owner,
            let text = now["NetworkRequest"]?.string, !text.isEmpty
        else { return }
        let waits = now["State"]?.uint32 == USSDState.userResponse.rawValue
        hear(USSDReply(text: USSDText.reply(text), wantsAnswer: waits), modem)
    }

    /// Passes on what the network says, unless it may be the answer that an exchange of ours waits for.
    private func hear(_ said: USSDReply, _ modem: ObjectPath) {
        let line = book.lineKey(modem)
        switch ussdSessions[line]?.phase {
        case .running, .ending, .left:
            heldMessages[modem] = (heldMessages[modem] ?? []).suffix(Self.maximumHeldMessages - 1) + [said]
        case .wantsAnswer where said.wantsAnswer && ussdSessions[line]?.question == said.text: break
        case .wantsAnswer, nil: pass(on: said, line)
        }
    }

    private func pass(on said: USSDReply, _ line: LineKey) {
        if said.wantsAnswer {
            if ussdSessions[line] == nil {
                lastUSSDSession += 1
                ussdSessions[line] = USSDSession(id: lastUSSDSession)
            }
            ussdSessions[line]?.wait(toHear: said.text)
        }
        announce(.said(said, line))
    }

    /// Our exchange is over: what came meanwhile is the network's own word, but for the answer itself.
    func releaseMessages(of modem: ObjectPath, except answer: String? = nil) {
        for said in heldMessages.removeValue(forKey: modem) ?? [] where said.text != answer {
            let waits = said.wantsAnswer && waitsForAnswer(modem)
            hear(USSDReply(text: said.text, wantsAnswer: waits), modem)
        }
    }

    private func waitsForAnswer(_ modem: ObjectPath) -> Bool {
        book.modems[modem]?.ussdState == .userResponse
    }
}
