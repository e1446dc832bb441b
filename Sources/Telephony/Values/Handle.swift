// SPDX-License-Identifier: Apache-2.0

/// How a person is reached: a number, an e-mail address, or a name that only one app understands (Apple: `Handle`).
package struct Handle: Codable, Hashable, Sendable {
    /// What kind of text `value` is; raw values follow Apple's declared order.
    package enum Kind: Int, Codable, Sendable, CaseIterable {
        case generic, phoneNumber, emailAddress
    }

    package var type: Kind
    package var value: String
    /// The name to show; empty when there is none.
    package var displayName: String

    package init(type: Kind, value: String, displayName: String = "") {
        self.type = type
        self.value = value
        self.displayName = displayName
    }

    /// A telephone number without a name.
    package static func number(_ value: String) -> Handle { Handle(type: .phoneNumber, value: value) }
}
