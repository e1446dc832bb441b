// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials

/// What the network said by itself.
package struct NetworkMessage: Hashable, Sendable {
    /// Text from outside, bounded; shown as text and never interpreted.
    package var text: String
    /// The cellular service that it came to; nil for a SIM that cannot be read.
    package var service: UUID?
    /// The session that waits for an answer of whoever comes first; nil when nothing is to be answered.
    package var session: UUID?

    package init(text: String, service: UUID? = nil, session: UUID? = nil) {
        self.text = text
        self.service = service
        self.session = session
    }
}
