// SPDX-License-Identifier: Apache-2.0
import Telephony

extension Changes {
    /// Returns when a condition holds, at an instant, or when the service ends; the condition is looked at again whenever
    /// a line or a conversation has changed.
    func wait(until instant: Duration, _ isMet: () -> Bool) async {
        guard !isMet() else { return }
        let (watcher, changes, stop) = watch()
        defer { forget(watcher) }
        await commons.time.race(until: instant, late: stop) {
            for await _ in changes where isMet() { return }
        }
    }
}
