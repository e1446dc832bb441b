// SPDX-License-Identifier: Apache-2.0

extension String: DBusType {
    package static var signature: String { "s" }
    package func write(to writer: inout MessageWriter) throws { try writer.append(string: self) }
    package init(from reader: inout MessageReader) throws { self = try reader.read(text: TypeCode.string) }
}

extension ObjectPath: DBusType {
    package static var signature: String { "o" }
    package func write(to writer: inout MessageWriter) throws {
        try writer.append(text: rawValue, code: TypeCode.objectPath)
    }
    package init(from reader: inout MessageReader) throws {
        self.init(checked: try reader.read(text: TypeCode.objectPath))
    }
}

extension Bool: DBusType {
    package static var signature: String { "b" }
    package func write(to writer: inout MessageWriter) throws {
        try writer.append(fixed: Int32(self ? 1 : 0), code: TypeCode.bool)
    }
    package init(from reader: inout MessageReader) throws { self = try reader.readBool() }
}
