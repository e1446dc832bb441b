// SPDX-License-Identifier: Apache-2.0

/// A signal that came.
package struct SignalMessage: Hashable, Sendable {
    /// The object that sent it.
    package var path: ObjectPath
    /// The interface of the signal.
    package var interface: String
    /// The signal's name.
    package var member: String
    /// The sender's unique name; nil on a connection to a peer.
    package var sender: String?
    /// The arguments.
    package var body: [Variant]

    /// The arguments as types of ours, as many as asked for. Throws `DBusError.invalidArguments` if they are others.
    ///
    ///     let (name, old, new) = try signal.read(as: String.self, String.self, String.self)
    package func read<each T: DBusType>(as types: repeat (each T).Type) throws -> (repeat each T) {
        var reader = MessageReader(body)
        return try (repeat (each T)(from: &reader))
    }
}
