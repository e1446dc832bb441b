// SPDX-License-Identifier: Apache-2.0

/// Which signal of which object of ours.
package struct SignalAddress: Hashable, Sendable {
    package var path: ObjectPath
    package var interface: String
    package var member: String

    /// Makes an address.
    package init(path: ObjectPath, interface: String, member: String) {
        self.path = path
        self.interface = interface
        self.member = member
    }
}
