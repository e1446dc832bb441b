// SPDX-License-Identifier: Apache-2.0

/// Who called what.
package struct CallContext: Hashable, Sendable {
    /// The caller's unique name; nil on a connection to a peer.
    package var sender: String?
    /// The object that was called.
    package var path: ObjectPath
    /// The interface of the method.
    package var interface: String
    /// The method's name.
    package var member: String

    /// Makes a context.
    package init(sender: String?, path: ObjectPath, interface: String, member: String) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
    }
}
