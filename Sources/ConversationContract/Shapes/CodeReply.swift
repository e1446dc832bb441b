// SPDX-License-Identifier: Apache-2.0

/// What the network, the SIM or the device says to a code or to an answer.
package struct CodeReply: Hashable, Sendable {
    /// Text from outside: show it, do not interpret it.
    package var text: String
    /// The session that waits for an answer; nil when the code is over.
    package var session: String?

    package init(text: String, session: String? = nil) {
        self.text = text
        self.session = session
    }
}
