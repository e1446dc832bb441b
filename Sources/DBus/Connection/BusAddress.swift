// SPDX-License-Identifier: Apache-2.0

/// Where a bus is; only a connection to a peer passes descriptors.
package enum BusAddress: Hashable, Sendable {
    /// The bus of the login session, as the environment names it.
    case session
    /// The bus of the machine.
    case system
    /// A bus at an address of the D-Bus specification, e.g. `unix:path=/run/bus`.
    case address(String)
    /// No bus: a connected stream socket with the other end of the conversation behind it; the descriptor is taken over.
    case peer(descriptor: Int32, isServer: Bool)
}
