// SPDX-License-Identifier: Apache-2.0
import Telephony

extension Switchboard {
    /// Whether a text that is to be dialed is an emergency number on any line there is.
    package func isEmergencyNumber(_ text: String) async -> Bool {
        guard let dial = try? DialString(parsing: text) else { return false }
        return await isEmergency(dial)
    }
}
