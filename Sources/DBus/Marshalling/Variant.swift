// SPDX-License-Identifier: Apache-2.0

/// A value of any D-Bus type; as a `DBusType` it is the contents of a `v`.
package indirect enum Variant: Hashable, Sendable {
    case byte(UInt8)
    case bool(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case objectPath(ObjectPath)
    case signature(String)
    case descriptor(FileDescriptor)
    /// An array and the signature of its elements.
    case array(String, [Variant])
    /// `a{sv}`, the most used dictionary; `map` is never used for it.
    case dictionary([String: Variant])
    /// Any other dictionary with the signatures of its keys and values.
    case map(key: String, value: String, [Variant: Variant])
    case structure([Variant])
    case variant(Variant)

    /// Most containers inside each other that are read or written.
    package static let maximumDepth = 32
}

extension Variant: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
    /// A string.
    package init(stringLiteral value: String) { self = .string(value) }
    /// A boolean.
    package init(booleanLiteral value: Bool) { self = .bool(value) }
}
