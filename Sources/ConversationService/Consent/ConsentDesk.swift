// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

/// The rules of asking a person, as a value: who may ask now, which answer counts, when silence is an answer.
///
/// They keep an app from wearing a person down and a thumb from landing on a button that was not there a moment ago.
package struct ConsentDesk: Sendable {
    /// An accidental tap: an answer in this time does not count.
    package static let deafTime = Duration.milliseconds(500)
    /// Silence for so long declines.
    package static let patience = Duration.seconds(60)
    /// So many declines within `declineWindow` …
    package static let maximumDeclines = 3
    /// In this time declines and withdrawals are counted.
    package static let declineWindow = Duration.seconds(60)
    /// … and the asker is not heard for this time.
    package static let quietTime = Duration.seconds(300)
    /// Prompts that are open at once, whoever asks.
    package static let maximumOpen = 8
    /// Emergency prompts open at once for one asker. They are counted by themselves: other prompts never keep an emergency
    /// prompt out, nor the reverse.
    package static let maximumEmergencies = 3
    /// An asker that withdraws this many prompts within `declineWindow` is made to wait as if the person had declined,
    /// because each one flashed on the screen.
    package static let maximumWithdrawals = 30
    /// Askers whose declines are remembered, and askers that are not heard; the oldest makes room for a further one.
    package static let maximumAskers = 256

    private struct Open: Sendable {
        let prompt: ConsentPrompt
        var shownAt: Duration
    }

    private var open: [UUID: Open] = [:]
    private var declines: [String: [Duration]] = [:]
    private var withdrawals: [String: [Duration]] = [:]
    private var quietUntil: [String: Duration] = [:]

    package init() {}

    /// The prompts that wait for an answer, in no order.
    package var openPrompts: [ConsentPrompt] { open.values.map(\.prompt) }

    /// Lets a prompt be shown, or refuses it with `tooMany`.
    package mutating func admit(_ prompt: ConsentPrompt, at now: Duration) throws(TelephonyError) {
        let key = prompt.asker.key
        if prompt.act.isEmergency { return try admitEmergency(prompt, at: now) }
        if prompt.act.needsConsent, let until = quietUntil[key], now < until {
            throw TelephonyError(.tooMany, "the person declined several times; the app may ask again in five minutes")
        }
        guard !open.values.contains(where: { $0.prompt.asker.key == key }) else {
            throw TelephonyError(.tooMany, "the person is being asked already; answer that first")
        }
        guard open.values.count(where: { !$0.prompt.act.isEmergency }) < Self.maximumOpen else {
            throw TelephonyError(.tooMany, "too many questions are open; answer one first")
        }
        open[prompt.id] = Open(prompt: prompt, shownAt: now)
    }

    /// No limit stands between a person and an emergency call, but that of an app which floods them with questions.
    private mutating func admitEmergency(_ prompt: ConsentPrompt, at now: Duration) throws(TelephonyError) {
        let mine = open.values.count { $0.prompt.act.isEmergency && $0.prompt.asker.key == prompt.asker.key }
        guard mine < Self.maximumEmergencies else {
            throw TelephonyError(.tooMany, "the person is being asked about several emergency calls; answer one first")
        }
        open[prompt.id] = Open(prompt: prompt, shownAt: now)
    }

    /// The prompt is on another screen from now on: the deaf time begins anew.
    package mutating func reshown(_ id: UUID, at now: Duration) { open[id]?.shownAt = now }

    /// Takes the person's answer; refuses one that comes too early, for a prompt that is gone, or without its line.
    package mutating func answer(
        _ id: UUID, isAllowed: Bool, on service: UUID? = nil, at now: Duration
    ) throws(TelephonyError) {
        guard let answered = open[id] else {
            throw TelephonyError(.wrongState, "this question is not open any more")
        }
        guard now - answered.shownAt >= Self.deafTime else {
            throw TelephonyError(.wrongState, "the answer came too early to be meant; answer again")
        }
        if isAllowed { try answered.prompt.requireChoice(service) }
        open[id] = nil
        if !isAllowed { noteDecline(of: answered.prompt, at: now) }
    }

    /// Takes a prompt away without an answer; silence counts as a decline, the rest does not.
    package mutating func close(_ id: UUID, _ answer: ConsentAnswer, at now: Duration) {
        guard let closed = open.removeValue(forKey: id) else { return }
        if answer == .unanswered { noteDecline(of: closed.prompt, at: now) }
        if answer == .withdrawn { noteWithdrawal(of: closed.prompt, at: now) }
    }

    private mutating func noteWithdrawal(of prompt: ConsentPrompt, at now: Duration) {
        guard prompt.act.needsConsent else { return }
        if Self.note(prompt.asker.key, in: &withdrawals, upTo: Self.maximumWithdrawals, at: now) {
            hush(prompt.asker.key, at: now)
        }
    }

    private mutating func noteDecline(of prompt: ConsentPrompt, at now: Duration) {
        // Who needs no consent asked for nothing that could be declined.
        guard prompt.act.needsConsent else { return }
        if Self.note(prompt.asker.key, in: &declines, upTo: Self.maximumDeclines, at: now) {
            hush(prompt.asker.key, at: now)
        }
    }

    /// How many askers are not heard, or were not until somebody looks.
    package var hushedAskers: Int { quietUntil.count }

    private mutating func hush(_ key: String, at now: Duration) {
        quietUntil = quietUntil.filter { now < $0.value }
        if quietUntil.count >= Self.maximumAskers, let first = quietUntil.min(by: { $0.value < $1.value }) {
            quietUntil[first.key] = nil
        }
        quietUntil[key] = now + Self.quietTime
    }

    /// Counts within the window; true at the limit, and then counting begins anew.
    private static func note(
        _ key: String, in counts: inout [String: [Duration]], upTo limit: Int, at now: Duration
    ) -> Bool {
        if counts.count >= Self.maximumAskers, counts[key] == nil { forgetOldest(of: &counts) }
        let recent = (counts[key] ?? []).filter { now - $0 < Self.declineWindow } + [now]
        counts[key] = recent.count < limit ? recent : nil
        return recent.count >= limit
    }

    private static func forgetOldest(of counts: inout [String: [Duration]]) {
        let oldest = counts.min { ($0.value.last ?? .zero) < ($1.value.last ?? .zero) }
        if let oldest { counts[oldest.key] = nil }
    }
}
