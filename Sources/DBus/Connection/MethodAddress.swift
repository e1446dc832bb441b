// SPDX-License-Identifier: Apache-2.0

/// Which method of whom to call.
package struct MethodAddress: Hashable, Sendable {
    /// A bus name; nil on a connection to a peer.
    package var destination: String?
    /// The object.
    package var path: ObjectPath
    /// The interface of the method.
    package var interface: String
    /// The method's name.
    package var member: String

    /// Makes an address.
    package init(destination: String? = nil, path: ObjectPath, interface: String, member: String) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
    }
}
