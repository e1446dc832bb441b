// SPDX-License-Identifier: Apache-2.0

extension Variant {
    /// An array of strings.
    package static func strings(_ values: [String]) -> Variant { .array("s", values.map { .string($0) }) }

    /// Bytes, `ay`.
    package static func bytes(_ values: [UInt8]) -> Variant { .array("y", values.map { .byte($0) }) }

    /// The value if it is of this type.
    package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The value if it is of this type.
    package var string: String? { if case .string(let value) = self { value } else { nil } }

    /// The value if it is of this type.
    package var objectPath: ObjectPath? { if case .objectPath(let value) = self { value } else { nil } }

    /// The value if it is of this type.
    package var uint32: UInt32? { UInt32(exactly: self) }

    /// The value if it is of this type.
    package var int32: Int32? { Int32(exactly: self) }

    /// The value if it is of this type.
    package var uint64: UInt64? { UInt64(exactly: self) }

    /// The value if it is of this type.
    package var int64: Int64? { Int64(exactly: self) }

    /// The value if it is of this type.
    package var double: Double? { Double(exactly: self) }

    /// The value if it is a descriptor.
    package var descriptor: FileDescriptor? { if case .descriptor(let value) = self { value } else { nil } }

    /// The value if it is a whole number of any width that fits.
    package var integer: Int? {
        switch self {
        case .byte(let value): Int(value)
        case .int16(let value): Int(value)
        case .uint16(let value): Int(value)
        case .int32(let value): Int(value)
        case .uint32(let value): Int(value)
        case .int64(let value): Int(exactly: value)
        case .uint64(let value): Int(exactly: value)
        default: nil
        }
    }

    /// The elements if it is an array.
    package var array: [Variant]? { if case .array(_, let values) = self { values } else { nil } }

    /// The elements if it is an array of strings.
    package var strings: [String]? {
        if case .array("s", let values) = self { values.compactMap(\.string) } else { nil }
    }

    /// The entries if it is `a{sv}`.
    package var dictionary: [String: Variant]? { if case .dictionary(let values) = self { values } else { nil } }

    /// The fields if it is a struct.
    package var structure: [Variant]? { if case .structure(let fields) = self { fields } else { nil } }

    /// The value as a type of ours. Throws `DBusError.invalidArguments` if it is another.
    package func decode<T: DBusType>(as type: T.Type = T.self) throws -> T {
        var reader = MessageReader([self])
        return try T(from: &reader)
    }
}
