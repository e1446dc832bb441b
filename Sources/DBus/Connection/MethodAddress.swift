// SPDX-License-Identifier: Apache-2.0

/// Which method of whom to call.
package struct MethodAddress: Hashable, Sendable {
    /// A bus name; nil on a connection to a peer.
    package var destination: String?
    package var path: ObjectPath
    package var interface: String
    package var member: String

    /// Makes an address.
    package init(destination: String? = nil, path: ObjectPath, interface: String, member: String) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
    }
}
