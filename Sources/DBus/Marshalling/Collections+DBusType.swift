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

    package func write(to writer: inout MessageWriter) throws {
        let entry = Self.entry
        try writer.open(TypeCode.array, "{\(entry)}")
        for (key, value) in self {
            try writer.open(TypeCode.entry, entry)
            try key.write(to: &writer)
            try value.write(to: &writer)
            try writer.close()
        }
        try writer.close()
    }

    package init(from reader: inout MessageReader) throws {
        self.init()
        let entry = Self.entry
        try reader.enter(TypeCode.array, "{\(entry)}")
        while !reader.isAtEnd {
            try reader.enter(TypeCode.entry, entry)
            let key = try Key(from: &reader)
            self[key] = try Value(from: &reader)
            try reader.exit()
        }
        try reader.exit()
    }
}
