// SPDX-License-Identifier: Apache-2.0

/// A property of an interface of ours, which others read; on the loop, within the message's turn.
package struct Property: Sendable {
    /// What clients learn of a change.
    package enum Changes: Sendable {
        /// There is none.
        case constant
        /// PropertiesChanged with the new value; see `Bus.emitPropertiesChanged`.
        case announced
        /// Nothing.
        case silent
    }

    let name: String
    let signature: String
    let changes: Changes
    let get: @Sendable (inout MessageWriter) throws -> Void

    /// A property that is read; reading it may throw `DBusError`.
    package init<T: DBusType>(
        _ name: String, _ changes: Changes = .announced, get: @escaping @Sendable () throws -> T
    ) {
        self.name = name
        signature = T.signature
        self.changes = changes
        self.get = { writer in try get().write(to: &writer) }
    }
}
