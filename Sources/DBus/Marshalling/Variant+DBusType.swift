// SPDX-License-Identifier: Apache-2.0

extension Variant: DBusType {
    package static var signature: String { "v" }

    package func write(to writer: inout MessageWriter) throws {
        if case .string(let text) = self {
            try writer.open(TypeCode.variant, StaticText.string.pointer)
            try writer.append(string: text)
        } else {
            try writer.open(TypeCode.variant, contentSignature)
            try writeContent(to: &writer)
        }
        try writer.close()
    }

    package init(from reader: inout MessageReader) throws {
        if let decoded = try reader.nextDecoded() {
            guard case .variant(let inner) = decoded else { throw MessageReader.mismatch }
            self = inner
            return
        }
        if let text = try reader.readTextInVariant() {
            self = .string(text)
            return
        }
        guard let next = try reader.peek(), next.code == TypeCode.variant else { throw MessageReader.mismatch }
        try reader.enter(TypeCode.variant, next.contents)
        self = try Self.readContent(from: &reader)
        try reader.exit()
    }

    /// The signature of the value itself.
    package var contentSignature: String {
        switch self {
        case .byte: "y"
        case .bool: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .signature: "g"
        case .descriptor: "h"
        case .array(let element, _): "a\(element)"
        case .dictionary: "a{sv}"
        case .map(let key, let value, _): "a{\(key)\(value)}"
        case .structure(let fields): "(\(fields.map(\.contentSignature).joined()))"
        case .variant: "v"
        }
    }

    private func writeContent(to writer: inout MessageWriter) throws {
        switch self {
        case .byte(let value): try value.write(to: &writer)
        case .bool(let value): try value.write(to: &writer)
        case .int16(let value): try value.write(to: &writer)
        case .uint16(let value): try value.write(to: &writer)
        case .int32(let value): try value.write(to: &writer)
        case .uint32(let value): try value.write(to: &writer)
        case .int64(let value): try value.write(to: &writer)
        case .uint64(let value): try value.write(to: &writer)
        case .double(let value): try value.write(to: &writer)
        case .string(let value): try value.write(to: &writer)
        case .objectPath(let value): try value.write(to: &writer)
        case .signature(let value): try writer.append(text: value, code: TypeCode.signature)
        case .descriptor(let value): try value.write(to: &writer)
        case .dictionary(let values): try values.write(to: &writer)
        case .variant(let value): try value.write(to: &writer)
        case .array(let element, let values):
            try writer.open(TypeCode.array, element)
            for value in values { try value.writeContent(to: &writer) }
            try writer.close()
        case .structure(let fields):
            try writer.open(TypeCode.structure, fields.map(\.contentSignature).joined())
            for field in fields { try field.writeContent(to: &writer) }
            try writer.close()
        case .map(let key, let value, let entries):
            try writer.open(TypeCode.array, "{\(key)\(value)}")
            for entry in entries {
                try writer.open(TypeCode.entry, key + value)
                try entry.key.writeContent(to: &writer)
                try entry.value.writeContent(to: &writer)
                try writer.close()
            }
            try writer.close()
        }
    }

    /// Reads the next value of a message whatever its type is.
    static func readContent(from reader: inout MessageReader) throws -> Variant {
        guard let next = try reader.peek() else { throw MessageReader.mismatch }
        switch next.code {
        case TypeCode.byte: return .byte(try reader.read())
        case TypeCode.bool: return .bool(try reader.read())
        case TypeCode.int16: return .int16(try reader.read())
        case TypeCode.uint16: return .uint16(try reader.read())
        case TypeCode.int32: return .int32(try reader.read())
        case TypeCode.uint32: return .uint32(try reader.read())
        case TypeCode.int64: return .int64(try reader.read())
        case TypeCode.uint64: return .uint64(try reader.read())
        case TypeCode.double: return .double(try reader.read())
        case TypeCode.string: return .string(try reader.read())
        case TypeCode.objectPath: return .objectPath(try reader.read())
        case TypeCode.signature: return .signature(try reader.read(text: TypeCode.signature))
        case TypeCode.descriptor: return .descriptor(try reader.read())
        case TypeCode.variant: return .variant(try reader.read())
        case TypeCode.structure: return .structure(try readAll(in: TypeCode.structure, next.contents, from: &reader))
        case TypeCode.array where next.contents == "{sv}": return .dictionary(try reader.read())
        case TypeCode.array where next.contents.hasPrefix("{"): return try readMap(next.contents, from: &reader)
        case TypeCode.array:
            return .array(next.contents, try readAll(in: TypeCode.array, next.contents, from: &reader))
        default: throw MessageReader.mismatch
        }
    }

    private static func readAll(
        in container: CChar, _ contents: String, from reader: inout MessageReader
    ) throws -> [Variant] {
        var values: [Variant] = []
        try reader.enter(container, contents)
        while !reader.isAtEnd {
            values.append(try readContent(from: &reader))
        }
        try reader.exit()
        return values
    }

    private static func readMap(_ contents: String, from reader: inout MessageReader) throws -> Variant {
        let entry = String(contents.dropFirst().dropLast())
        var entries: [Variant: Variant] = [:]
        try reader.enter(TypeCode.array, contents)
        while !reader.isAtEnd {
            try reader.enter(TypeCode.entry, entry)
            let key = try readContent(from: &reader)
            entries[key] = try readContent(from: &reader)
            try reader.exit()
        }
        try reader.exit()
        // A key is one basic type, so one character.
        return .map(key: String(entry.prefix(1)), value: String(entry.dropFirst()), entries)
    }
}
