// SPDX-License-Identifier: Apache-2.0

/// Which signal of which object of ours.
package struct SignalAddress: Hashable, Sendable {
    /// The object that sends it.
    package var path: ObjectPath
    /// The interface of the signal.
    package var interface: String
    /// The signal's name.
    package var member: String

    /// Makes an address.
    package init(path: ObjectPath, interface: String, member: String) {
        self.path = path
        self.interface = interface
        self.member = member
    }
}
