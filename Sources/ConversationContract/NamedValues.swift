// SPDX-License-Identifier: Apache-2.0
package import DBus

extension [String: Variant] {
    /// A value by its name; nil when there is none. Throws `DBusError.invalidArguments` for one of another type: what
    /// cannot be read is not the same as nothing.
    package func value<T: DBusType>(_ name: String, as type: T.Type = T.self) throws(DBusError) -> T? {
        guard let variant = self[name] else { return nil }
        guard let value = try? variant.decode(as: T.self) else {
            throw DBusError(
                DBusError.invalidArguments,
                "\(name) has to be of the type \(T.signature) and is \(variant.contentSignature)")
        }
        return value
    }
}
