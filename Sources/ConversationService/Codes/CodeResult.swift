// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials

/// What came of a code, or of an answer in its session.
package struct CodeResult: Hashable, Sendable {
    /// What the network, the SIM or the device says; shown as text and never interpreted.
    package var text: String
    /// The session that waits for an answer; nil when the code is over.
    package var session: UUID?

    package init(text: String, session: UUID? = nil) {
        self.text = text
        self.session = session
    }
}
