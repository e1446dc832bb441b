// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
import Telephony

extension Switchboard {
    /// How long after the service's start a prompt waits for a screen: a link may have started the service, and screens
    /// that were there before it have yet to see that it is back.
    package static let patienceForScreens = Duration.seconds(2)

    /// No screen can show the prompt: it is refused, or in the first moments waits for one.
    package func promptIsUndeliverable(_ id: UUID) {
        guard let until = screensAwaitedUntil, parts.time.uptime < until else {
            return closePrompt(id, .unavailable)
        }
        guard isAsking(id) else { return }
        undelivered.append(id)
        guard !losesPatienceForScreens else { return }
        losesPatienceForScreens = true
        spawn { [self, time = parts.time] in
            try? await time.sleep(until: until)
            await giveUpOnScreens()
        }
    }

    /// A screen is there: what waited for one is shown.
    package func screenHasCome() {
        let prompts = desk.openPrompts.filter { undelivered.contains($0.id) }
        undelivered = []
        for prompt in prompts {
            promptWasReshown(prompt.id)
            publish(.prompt(.show(prompt)))
        }
    }

    private func giveUpOnScreens() {
        screensAwaitedUntil = nil
        let late = undelivered
        undelivered = []
        for id in late { closePrompt(id, .unavailable) }
    }
}
