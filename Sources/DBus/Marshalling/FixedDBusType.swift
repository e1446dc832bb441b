// SPDX-License-Identifier: Apache-2.0

/// A number; the same in memory as in a message.
package protocol FixedDBusType: DBusType, BitwiseCopyable {
    /// Its type code.
    static var code: CChar { get }
    /// Zero.
    init()
    /// The number in a variant of this very type.
    init?(exactly variant: Variant)
}

extension FixedDBusType {
    package static var signature: String { String(UnicodeScalar(UInt8(code))) }

    package func write(to writer: inout MessageWriter) throws { try writer.append(fixed: self, code: Self.code) }

    package init(from reader: inout MessageReader) throws { self = try reader.read(fixed: Self.self) }
}
