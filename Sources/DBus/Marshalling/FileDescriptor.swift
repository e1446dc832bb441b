// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A file descriptor that is closed with its last reference; in a message it is duplicated.
package final class FileDescriptor: DBusType, Hashable {
    /// The descriptor's number, valid as long as this object lives.
    package let rawValue: Int32

    /// Takes over a descriptor.
    package init(owning descriptor: Int32) { rawValue = descriptor }

    /// Throws `DBusError.limitsExceeded` when there are no more descriptors.
    package init(duplicating descriptor: Int32) throws { rawValue = try Self.duplicate(descriptor) }

    static func duplicate(_ descriptor: Int32) throws -> Int32 {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw DBusError(DBusError.limitsExceeded, "no descriptor left") }
        return copy
    }

    deinit { if rawValue >= 0 { close(rawValue) } }

    package static var signature: String { "h" }

    package func write(to writer: inout MessageWriter) throws {
        try writer.append(fixed: rawValue, code: TypeCode.descriptor)
    }

    package convenience init(from reader: inout MessageReader) throws {
        self.init(owning: try reader.duplicateDescriptor())
    }

    package static func == (first: FileDescriptor, second: FileDescriptor) -> Bool { first === second }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
