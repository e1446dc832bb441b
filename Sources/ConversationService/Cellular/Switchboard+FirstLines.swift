// SPDX-License-Identifier: Apache-2.0
import Telephony

extension Switchboard {
    /// How long whoever asks for a line first waits for it: their asking may have started the daemon, and the modem
    /// daemon has not told of its modems yet.
    package static let patienceForLines = Duration.seconds(2)

    /// Returns once there is a line, or a reason why there is none, or the patience is over.
    func waitForFirstLines() async {
        guard awaitsFirstLines else { return }
        if lineWaiters.isEmpty { spawn { [self] in await losePatience() } }
        await withCheckedContinuation { waiter in
            // The lines may have come since: an `await` is a place where others run.
            if awaitsFirstLines { lineWaiters.append(waiter) } else { waiter.resume() }
        }
    }

    /// Nobody waits for lines any more.
    func endWaitForLines() {
        awaitsFirstLines = false
        for waiter in lineWaiters { waiter.resume() }
        lineWaiters = []
    }

    private func losePatience() async {
        try? await parts.time.sleep(until: parts.time.uptime + Self.patienceForLines)
        endWaitForLines()
    }
}
