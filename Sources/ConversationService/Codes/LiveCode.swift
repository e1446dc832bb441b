// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// A code that is being run.
struct LiveCode: Sendable {
    let id: UUID
    /// Until the person has chosen one of several, the first that could be meant.
    var line: LineKey
    /// Bundle identifier of the app whose code it is.
    let app: String
    var machine = CodeSession()
    /// Counts the network's questions, so that an old time limit does not end a newer wait.
    var question = 0
}
