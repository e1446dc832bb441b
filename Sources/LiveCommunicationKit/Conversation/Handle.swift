// SPDX-License-Identifier: Apache-2.0

/// How a person is reached: a telephone number, an e-mail address, or a name that one app understands.
public struct Handle: Codable, Hashable, Sendable {
    /// What kind of text `value` is.
    public enum Kind: Int, Codable, Sendable {
        /// A name that only the app which made it understands.
        case generic
        /// A telephone number.
        case phoneNumber
        /// An e-mail address.
        case emailAddress
    }

    /// What kind of text `value` is.
    public var type: Handle.Kind
    /// The number, address or name.
    public var value: String
    /// The name to show; empty when there is none (ours), and then `value` is shown.
    public var displayName: String

    /// Makes a handle.
    ///
    /// - Parameter displayName: The name to show; nil when there is none.
    public init(type: Handle.Kind, value: String, displayName: String? = nil) {
        self.type = type
        self.value = value
        self.displayName = displayName ?? ""
    }
}
