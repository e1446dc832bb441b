// SPDX-License-Identifier: Apache-2.0
import Glibc

/// How a struct is read and written.
package protocol StructLayoutProtocol<Value>: Sendable {
    associatedtype Value
    /// The struct's signature, with its parentheses.
    var signature: String { get }
    /// Appends a struct.
    func write(_ value: Value, to writer: inout MessageWriter) throws
    /// Reads a struct.
    func read(from reader: inout MessageReader) throws -> Value
}

/// A struct's fields in order. Closures and not key paths: those cost a call into the runtime for each field.
package struct StructLayout<Value, each Field: DBusType>: StructLayoutProtocol {
    package let signature: String
    private let contents: StaticText
    private let make: @Sendable (repeat each Field) throws -> Value
    private let take: @Sendable (Value) -> (repeat each Field)

    /// `make` may throw `DBusError` for values that do not fit together.
    package init(
        _ make: @escaping @Sendable (repeat each Field) throws -> Value,
        _ take: @escaping @Sendable (Value) -> (repeat each Field)
    ) {
        var fields = ""
        repeat fields += (each Field).signature
        signature = "(\(fields))"
        contents = StaticText(fields)
        self.make = make
        self.take = take
    }

    package func write(_ value: Value, to writer: inout MessageWriter) throws {
        try writer.open(TypeCode.structure, contents.pointer)
        let fields = take(value)
        repeat try (each fields).write(to: &writer)
        try writer.close()
    }

    package func read(from reader: inout MessageReader) throws -> Value {
        try reader.enter(TypeCode.structure, contents.pointer)
        let value = try make(repeat try (each Field)(from: &reader))
        try reader.exit()
        return value
    }
}

/// A text of C that is never freed.
struct StaticText: @unchecked Sendable {
    let pointer: UnsafePointer<CChar>

    init(_ text: String) {
        guard let copy = strdup(text) else { preconditionFailure("out of memory") }
        pointer = UnsafePointer(copy)
    }

    /// What is most often in a variant.
    static let string = StaticText("s")
    /// An entry of `a{sv}`, and what is in it.
    static let (namedValue, nameAndValue) = (StaticText("{sv}"), StaticText("sv"))
}
