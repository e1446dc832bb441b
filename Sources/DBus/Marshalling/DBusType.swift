// SPDX-License-Identifier: Apache-2.0

/// A Swift type with one D-Bus type. Structs conform through `DBusStruct`.
package protocol DBusType: Sendable {
    /// Its single complete type in D-Bus's signature language.
    static var signature: String { get }
    /// Appends the value to a message.
    func write(to writer: inout MessageWriter) throws
    /// Reads the next value of a message. Throws `DBusError.invalidArguments` if it has another type.
    init(from reader: inout MessageReader) throws
}
