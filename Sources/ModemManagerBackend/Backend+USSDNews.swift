// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony

/// What ModemManager tells of a modem's session unasked: the network's own words (NetworkNotification, NetworkRequest),
/// and that a session is over (State).
extension ModemManagerBackend {
    /// - Parameter before: the session's state as it was known until now.
    func ussdChanged(_ modem: ObjectPath, _ properties: [String: Variant], from before: USSDState?) {
        if properties["State"]?.uint32 == USSDState.idle.rawValue { update { $0.becameIdle(on: book.lineKey(modem)) } }
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

    private func isFree(_ modem: ObjectPath) -> Bool { ussd.session(on: book.lineKey(modem)) == nil }

    /// A session that was open before us: what the network asked in it cannot be told from an older question, so it is told and
    /// not answered.
    func tellOldQuestion(_ modem: ObjectPath, _ owner: String) async {
        guard book.keeper == nil else { return }
        announce(.noted("a code's session that this Dialtone did not begin is open; the next code on the line ends it"))
        guard let now = try? await properties(of: modem, Name.ussd, owner), book.owner == owner,
            let text = now["NetworkRequest"]?.string, !text.isEmpty
        else { return }
        hear(USSDReply(text: USSDText.reply(text), wantsAnswer: false), modem)
    }

    private func readQuestion(_ modem: ObjectPath) async {
        guard let owner = book.owner, let now = try? await properties(of: modem, Name.ussd, owner), book.owner == owner,
            let text = now["NetworkRequest"]?.string, !text.isEmpty
        else { return }
        let waits = now["State"]?.uint32 == USSDState.userResponse.rawValue
        hear(USSDReply(text: USSDText.reply(text), wantsAnswer: waits), modem)
    }

    private func hear(_ said: USSDReply, _ modem: ObjectPath) { update { $0.hear(said, on: book.lineKey(modem)) } }

    func waitsForAnswer(_ modem: ObjectPath) -> Bool { book.modems[modem]?.ussdState == .userResponse }
}
