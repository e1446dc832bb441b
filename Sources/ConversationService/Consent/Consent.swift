// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// A room: the questions that the person is asked, and who waits for their answers.
final class Consent {
    let commons: Commons
    /// The answer to every prompt, in developer mode, for tests; nil asks.
    let automaticAnswer: Bool?
    private var desk = ConsentDesk()
    private var asking = Waiters<UUID, ConsentAnswer>()
    private var screens = FirstScreens(until: nil)

    init(automaticAnswer: Bool?, _ commons: Commons) {
        self.automaticAnswer = automaticAnswer
        self.commons = commons
    }

    /// The service begins, and screens have yet to see that.
    func awaitScreens() { screens = FirstScreens(until: commons.now + Switchboard.patienceForScreens) }

    /// The questions that are open.
    var openPrompts: [ConsentPrompt] { desk.openPrompts }

    /// Whether somebody waits for the answer to a prompt.
    func isAsking(_ id: UUID) -> Bool { asking.contains(id) }

    /// Shows a prompt for one who waits. Whether anybody waits, whether it may be shown, and showing it are one step.
    func show(_ prompt: ConsentPrompt, isWanted: Bool, _ waiter: CheckedContinuation<ConsentAnswer, any Error>) {
        guard isWanted else { return waiter.resume(returning: .withdrawn) }
        do { try desk.admit(prompt, at: commons.now) } catch { return waiter.resume(throwing: error) }
        asking.add(prompt.id, waiter)
        commons.news.publish(.prompt(.show(prompt)))
    }

    /// Answers a prompt as the developer told, by the same rules.
    func answerAutomatically(
        _ prompt: ConsentPrompt, _ isAllowed: Bool, isWanted: Bool
    ) throws(TelephonyError) -> ConsentAnswer {
        guard isWanted else { return .withdrawn }
        try desk.admit(prompt, at: commons.now)
        desk.close(prompt.id, .allowed(on: nil), at: commons.now)
        return isAllowed ? .allowed(on: prompt.choices.first?.id) : .declined
    }

    /// Takes the person's answer. Throws `TelephonyError`, when it does not count.
    func answer(_ id: UUID, isAllowed: Bool, on service: UUID?) throws(TelephonyError) {
        try desk.answer(id, isAllowed: isAllowed, on: service, at: commons.now)
        close(id, isAllowed ? .allowed(on: service) : .declined)
    }

    /// Takes a prompt away and tells who waits; does nothing for one that is not open.
    func close(_ id: UUID, _ answer: ConsentAnswer) {
        guard asking.contains(id) else { return }
        screens.remove(id)
        desk.close(id, answer, at: commons.now)
        commons.news.publish(.prompt(.dismiss(id)))
        asking.resume(id, with: .success(answer))
    }

    /// The screen that showed the prompt went and another one shows it now.
    func wasReshown(_ id: UUID) { desk.reshown(id, at: commons.now) }

    /// No screen can show the prompt: it is refused, or in the first moments waits for one.
    func isUndeliverable(_ id: UUID) {
        guard isAsking(id) else { return }
        switch screens.fate(of: id, at: commons.now) {
        case .refused: close(id, .unavailable)
        case .waits: break
        case .waitsUntil(let instant):
            commons.jobs.add { [time = commons.time] board in
                try? await time.sleep(until: instant)
                board.consent.giveUpOnScreens()
            }
        }
    }

    /// A screen is there: what waited for one is shown.
    func screenHasCome() {
        let waiting = screens.screenHasCome()
        for prompt in desk.openPrompts where waiting.contains(prompt.id) {
            wasReshown(prompt.id)
            commons.news.publish(.prompt(.show(prompt)))
        }
    }

    private func giveUpOnScreens() { for id in screens.giveUp() { close(id, .unavailable) } }

    /// Nobody will answer any more.
    func end() { for id in asking.keys { close(id, .withdrawn) } }
}
