// SPDX-License-Identifier: Apache-2.0
package import DBus
package import Telephony

extension Handle: DBusStruct {
    /// Kind, value, display name. A kind that we do not know is carried as `generic`.
    package static let layout = StructLayout { (kind: UInt32, value: String, displayName: String) in
        Handle(type: Kind(rawValue: Int(kind)) ?? .generic, value: value, displayName: displayName)
    } _: { handle in
        (UInt32(handle.type.rawValue), handle.value, handle.displayName)
    }
}
