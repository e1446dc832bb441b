// SPDX-License-Identifier: Apache-2.0

extension Array: DBusType where Element: DBusType {
    package static var signature: String { "a" + Element.signature }

    package func write(to writer: inout MessageWriter) throws {
        try writer.open(TypeCode.array, Element.signature)
        for element in self { try element.write(to: &writer) }
        try writer.close()
    }

    package init(from reader: inout MessageReader) throws {
        self.init()
        try reader.enter(TypeCode.array, Element.signature)
        while !reader.isAtEnd {
            append(try Element(from: &reader))
        }
        try reader.exit()
    }
}

extension Dictionary: DBusType where Key: DBusType, Value: DBusType {
    package static var signature: String { "a{\(entry)}" }

    private static var entry: String { Key.signature + Value.signature }

    /// Calls with the signatures of an entry, with its braces and without; those of `a{sv}`, which is in most messages, are
    /// made once.
    private static func withSignatures<Result>(
        _ body: (_ entry: UnsafePointer<CChar>, _ contents: UnsafePointer<CChar>) throws -> Result
    ) rethrows -> Result {
        if Key.self == String.self, Value.self == Variant.self {
            return try body(StaticText.namedValue.pointer, StaticText.nameAndValue.pointer)
        }
        return try "{\(entry)}".withCString { entry in try self.entry.withCString { try body(entry, $0) } }
    }

    package func write(to writer: inout MessageWriter) throws {
        try Self.withSignatures { entry, contents in
            try writer.open(TypeCode.array, entry)
            for (key, value) in self {
                try writer.open(TypeCode.entry, contents)
                try key.write(to: &writer)
                try value.write(to: &writer)
                try writer.close()
            }
            try writer.close()
        }
    }

    package init(from reader: inout MessageReader) throws {
        self = try Self.withSignatures { entry, contents in
            var values: Self = [:]
            try reader.enter(TypeCode.array, entry)
            while !reader.isAtEnd {
                try reader.enter(TypeCode.entry, contents)
                let key = try Key(from: &reader)
                values[key] = try Value(from: &reader)
                try reader.exit()
            }
            try reader.exit()
            return values
        }
    }
}
