// SPDX-License-Identifier: Apache-2.0
package import DBus

/// What the network said by itself.
package struct MessageInfo: Hashable, Sendable {
    /// Text from outside: show it, do not interpret it.
    package var text: String
    /// Identifier of the cellular service; "" for a SIM that cannot be read.
    package var service: String
    /// The session that waits for an answer; nil when nothing is to be answered.
    package var session: String?
    /// What later versions add, by name; an unknown name is carried.
    package var details: [String: Variant]

    package init(text: String, service: String, session: String? = nil, details: [String: Variant] = [:]) {
        self.text = text
        self.service = service
        self.session = session
        self.details = details
    }
}
