// SPDX-License-Identifier: Apache-2.0
import CSystemd

extension Bus {
    /// Answers `org.freedesktop.DBus.ObjectManager` at a path, for all objects below it, until the bus closes.
    /// Throws `DBusError`.
    package func exportObjectManager(at path: ObjectPath) throws {
        let result = sd_bus_add_object_manager(try connection.open, nil, path.rawValue)
        try DBusError.check(result, "object manager at \(path)")
    }
}
